import { isRequest } from "../src/events/request-events.ts";
import type { PackageName } from "../src/names/package-name.ts";
import type { Release } from "../src/releases/release.ts";
import { moreFields } from "../src/releases/release-surface.ts";

/** The manifests of the releases of a set by package. */
export type Manifests = ReadonlyMap<PackageName, { release: Release; label: string }>;

/** A use of another package's surface by a release. */
export type Need =
  /** A slot in an island, or a place of the layout, which asks for no variant. */
  | { kind: "slot"; where: string; owner: PackageName; key: string; variant: string | undefined }
  /** An event that it listens to, and a field that it reads of it. */
  | { kind: "event"; event: string; field: string | undefined }
  /** A request that it sends. */
  | { kind: "request"; event: string };

/** All needs of a release that its manifest names. */
export function listNeeds({ name, exposes, surface }: Release): Need[] {
  return [
    ...(surface?.places ?? []).map((place) => ({ ...toSlot(place), where: "the layout", variant: undefined })),
    ...exposes.flatMap(({ key, slots = [] }) => slots.map((slot) => ({ ...toSlot(slot), where: `${name}/${key}` }))),
    ...Object.entries(surface?.hears ?? {}).flatMap(([event, fields]): Need[] =>
      isRequest(event) ? [] : [undefined, ...fields].map((field) => ({ kind: "event", event, field })),
    ),
    ...Object.keys(surface?.sends ?? {})
      .filter(isRequest)
      .map((event): Need => ({ kind: "request", event })),
  ];
}

function toSlot(slot: string): Extract<Need, { kind: "slot" }> {
  const [island = "", variant = ""] = slot.split("#");
  const [owner = "", key = ""] = island.split("/");
  return { kind: "slot", where: "", owner, key, variant: variant === "*" ? undefined : variant };
}

/** Whether a set fills a need. `unknown`: a release whose manifest does not list its events may fill it. */
export function findFilled(need: Need, releases: Manifests): "filled" | "unfilled" | "unknown" {
  if (need.kind === "slot") {
    const expose = releases.get(need.owner)?.release.exposes.find(({ key }) => key === need.key);
    return expose && (need.variant === undefined || (expose.variants ?? [""]).includes(need.variant))
      ? "filled"
      : "unfilled";
  }
  if (listProviders(need, releases).length > 0) return "filled";
  return [...releases.values()].every(({ release }) => release.surface) ? "unfilled" : "unknown";
}

/** The packages that fill a need. */
export function listProviders(need: Need, releases: Manifests): PackageName[] {
  if (need.kind === "slot") return findFilled(need, releases) === "filled" ? [need.owner] : [];
  return [...releases].flatMap(
    ([
      name,
      {
        release: { surface },
      },
    ]) => {
      const fields = (need.kind === "request" ? surface?.hears : surface?.sends)?.[need.event];
      const isProvider = need.kind === "request" || need.field === undefined || hasField(fields, need.field);
      return fields && isProvider ? [name] : [];
    },
  );
}

function hasField(fields: readonly string[] | undefined, field: string): boolean {
  return fields?.some((one) => one === field || one === moreFields) ?? false;
}

/** A need that a set does not fill, as sentences: the release, the use, expected and found. */
export function describeUnfilled(need: Need, label: string, releases: Manifests): string {
  switch (need.kind) {
    case "slot": {
      const { where, owner, key, variant } = need;
      const what =
        where === "the layout"
          ? `the layout of ${label} places ${owner}/${key}`
          : `${where} of ${label} has a slot for ${owner}/${key}${variant === undefined || variant === "" ? "" : ` with the variant ${JSON.stringify(variant)}`}`;
      const found = releases.get(owner);
      if (!found) return `${what}; expected a release of ${owner} in the set, found none.`;
      const { label: ownerLabel, release } = found;
      const expose = release.exposes.find((one) => one.key === key);
      if (!expose)
        return `${what}; expected ${ownerLabel} to have the island ${key}, found ${listed(release.exposes.map((one) => one.key))}.`;
      const variants = listed((expose.variants ?? [""]).map((one) => JSON.stringify(one)));
      return `${what}; expected ${ownerLabel} to declare the variant ${JSON.stringify(variant)} for it, found ${variants}.`;
    }
    case "request":
      return `${label} sends ${need.event}; expected a release of the set that answers it, found none that hears it.`;
    case "event": {
      const { event, field } = need;
      const senders = [...releases.values()].flatMap(({ release: { surface }, label: sender }) => {
        const fields = surface?.sends[event];
        return fields ? [`${sender}, which sends it with ${listed(fields)}`] : [];
      });
      const what = `${label} hears ${event}${field === undefined ? "" : ` and reads ${field}`}`;
      const wanted = field === undefined ? "that sends it" : `that sends it with ${field}`;
      return `${what}; expected a release of the set ${wanted}, found ${listed(senders)}.`;
    }
  }
}

function listed(names: readonly string[]): string {
  return names.length === 0 ? "none" : names.toSorted().join(", ");
}
