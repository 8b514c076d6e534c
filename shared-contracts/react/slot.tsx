import type { IslandName } from "../src/remote.ts";

/** Kept equal between renders, so that React never writes the element's HTML after the first time. */
const untouched = { __html: "" };

/**
 * A place inside an island that another island fills. The server puts that island's HTML here; this island's React
 * leaves it alone. An unknown or failing island leaves the place empty.
 */
export function Slot({ name, variant = "" }: { name: IslandName; variant?: string }) {
  return (
    <div data-slot={name} data-variant={variant} dangerouslySetInnerHTML={untouched} suppressHydrationWarning />
  );
}
