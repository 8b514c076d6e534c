import type { IslandName } from "../src/names/island-name.ts";

/** Empty markup that Trusted Types accept; an empty string in browsers without them. */
function toEmptyMarkup(): string {
  const policy: unknown = Reflect.get(globalThis, "trustedTypes");
  const empty: unknown = typeof policy === "object" && policy !== null ? Reflect.get(policy, "emptyHTML") : undefined;
  // React passes the value to the element unchanged; its types only allow strings.
  return (empty ?? "") as string;
}

/** Kept equal between renders, so that React never writes the element's HTML after the first time. */
const untouched = { __html: toEmptyMarkup() };

/**
 * A place inside an island that another island fills. The server puts that island's HTML here; this island's React
 * leaves it alone. An unknown or failing island leaves the place empty.
 */
export function Slot({ name, variant = "" }: { name: IslandName; variant?: string }) {
  return <div data-slot={name} data-variant={variant} dangerouslySetInnerHTML={untouched} suppressHydrationWarning />;
}
