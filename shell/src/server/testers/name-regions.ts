import type { PagePayload } from "@site/contracts/pages/payload";
import type { OverriddenSet } from "../live/pick-set.ts";
import { escapeHtml } from "../pages/remote-text.ts";

/** The start of a region: a slot of the document, or one inside of an island, which has an id of its own. The JSON data of the page contains no `<`. */
const regionStart =
  /<div (?:id="single-spa-application:|data-slot=")(?<slot>(?<remote>[a-z][a-z0-9-]*)\/[^"]*)"(?=(?: data-variant="[^"]*")?(?: data-island="(?<id>[^"]*)")?)/g;

/** Render times of slots in milliseconds, by slot id. */
type Times = ReadonlyMap<string, number>;

type NamedSet = Pick<OverriddenSet, "state" | "owners">;

/** The attributes of a region of a package, by the name of a `data-` attribute. */
function toNames(
  name: string,
  { state, owners }: NamedSet,
  time: number | undefined,
): Record<string, string> | undefined {
  const { versions } = state.set;
  const version = Object.hasOwn(versions, name) ? versions[name] : undefined;
  if (version === undefined) return undefined;
  const owner = Object.hasOwn(owners, name) ? owners[name] : undefined;
  return {
    remote: name,
    version,
    ...(owner !== undefined && { owner }),
    ...(time !== undefined && { rendered: time.toFixed(1) }),
  };
}

/** HTML whose regions have attributes with their remote, its version and owner, and their render time in milliseconds. */
export function nameRegions(html: string, set: NamedSet, times: Times): string {
  return html.replaceAll(regionStart, (start, slot: string, remote: string, id: string = slot) => {
    const names = Object.entries(toNames(remote, set, times.get(id)) ?? {});
    return `${start}${names.map(([key, text]) => ` data-${key}="${escapeHtml(text)}"`).join("")}`;
  });
}

/** A payload whose regions get the same attributes in the document that shows it after a soft navigation. */
export function namePayload(payload: PagePayload, set: NamedSet, times: Times): PagePayload {
  return {
    ...payload,
    slots: payload.slots.map((slot) => ({
      ...slot,
      html: nameRegions(slot.html, set, times),
      attributes: {
        ...slot.attributes,
        ...toNames(slot.application.split("/")[0] ?? "", set, times.get(slot.application)),
      },
    })),
  };
}
