/** What can be seen of an island. `static` never hydrates. */
export type RegionStatus = "hydrated" | "waiting" | "late" | "broken" | "static";

/** What became of an island, as far as it can be seen from outside. */
export interface IslandNote {
  /** Milliseconds from its trigger to the end of its hydration. */
  milliseconds?: number;
  failed?: "late" | "broken";
}

/** A region of the page, as it is now. */
export interface Region {
  host: HTMLElement;
  /** Which one it is among those of this document: it stays while its element stays. */
  key: number;
  /** Such as `download/button`. */
  island: string;
  remote: string;
  version: string;
  owner: string | undefined;
  status: RegionStatus;
  milliseconds: number | undefined;
  /** Milliseconds that its HTML took to be rendered on the server; undefined where that was not measured. */
  rendered: number | undefined;
  /** Bytes of its HTML when it was seen first, with the regions inside of it. */
  htmlBytes: number;
  /** Where it is in the window; undefined when it shows nothing. */
  box: { left: number; top: number; width: number; height: number } | undefined;
}

/** Attributes that only the server writes: the HTML of a remote may have neither such an id, nor a slot with further attributes. */
const regionSelector = ["[data-slot]", "[id^='single-spa-application:']"].map((one) => `${one}[data-remote]`).join();

/** The regions of the page, in the order of the document. An element of a remote that names another remote is none. */
export function findRegions(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(regionSelector)];
}

/** The island of a region, such as `download/button`; of a page the application that shows it, such as `content/page`. */
export function toIslandName({ id, dataset }: HTMLElement): string {
  return dataset["slot"] ?? id.replace("single-spa-application:", "");
}

const seen = new WeakMap<HTMLElement, Pick<Region, "key" | "htmlBytes"> & { content: string | undefined }>();
let count = 0;

/** A region with its number, and the bytes of its HTML: measured again when a soft navigation gave its element other content. */
function meet(host: HTMLElement): Pick<Region, "key" | "htmlBytes"> {
  const content = host.dataset["key"];
  const known = seen.get(host);
  if (known && known.content === content) return known;
  const htmlBytes = new TextEncoder().encode(host.innerHTML).length;
  const met = { key: known?.key ?? (count += 1), htmlBytes, content };
  seen.set(host, met);
  return met;
}

/** Reads all regions. */
export function readRegions(find: (host: Element) => IslandNote): Region[] {
  return findRegions().map((host) => {
    const { dataset } = host;
    const note = find(host);
    return {
      host,
      ...meet(host),
      island: toIslandName(host),
      remote: dataset["remote"] ?? "",
      version: dataset["version"] ?? "",
      owner: dataset["owner"],
      status: toStatus(dataset, note),
      milliseconds: note.milliseconds,
      rendered: dataset["rendered"] === undefined ? undefined : Number(dataset["rendered"]),
      box: toBox(host),
    };
  });
}

function toStatus(dataset: DOMStringMap, { failed }: IslandNote): RegionStatus {
  if ("live" in dataset) return "hydrated";
  if (failed) return failed;
  return "island" in dataset ? "waiting" : "static";
}

/** A container may have no box of its own: what is in it has. What that hides, such as a menu, does not count. */
function toBox(host: HTMLElement): Region["box"] {
  const own = host.getBoundingClientRect();
  const boxes = isSeen(own) ? [own] : [...host.children].map((child) => child.getBoundingClientRect()).filter(isSeen);
  if (boxes.length === 0) return undefined;
  const [left, top] = [Math.min(...boxes.map((box) => box.left)), Math.min(...boxes.map((box) => box.top))];
  return {
    left,
    top,
    width: Math.max(...boxes.map(({ right }) => right)) - left,
    height: Math.max(...boxes.map(({ bottom }) => bottom)) - top,
  };
}

const isSeen = ({ width, height }: DOMRect): boolean => width >= 2 && height >= 2;

/** Bytes of the scripts of a remote that this document has fetched, and how many of them came over the network. */
export function readScripts(remote: string): { count: number; bytes: number; fetched: number } {
  const entries = performance
    .getEntriesByType("resource")
    .filter((entry) => entry instanceof PerformanceResourceTiming)
    .filter(({ name }) => new URL(name).pathname.startsWith(`/_release/${remote}/`) && name.endsWith(".js"));
  return {
    count: new Set(entries.map(({ name }) => name)).size,
    bytes: entries.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
    fetched: entries.reduce((sum, { transferSize }) => sum + transferSize, 0),
  };
}

/** `1.0.0` and the first eight digits of the hash. */
export function toShortVersion(version: string): [version: string, hash: string] {
  const [number = "", digest = ""] = version.split("-");
  return [number, digest.slice(0, 8)];
}

/** `12.3 KB`. */
export function toSize(bytes: number): string {
  return bytes < 1000 ? `${bytes} B` : `${(bytes / 1000).toFixed(1)} KB`;
}

/** The status of a region as text, with the time of its hydration. */
export function toStatusText({ status, milliseconds }: Pick<Region, "status" | "milliseconds">): string {
  if (status !== "hydrated") return status;
  return milliseconds === undefined ? "hydrated" : `hydrated in ${Math.round(milliseconds)} ms`;
}
