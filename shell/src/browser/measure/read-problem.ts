import { isRecord } from "@site/contracts/wire/wire-schema";
import { type BeaconProblem, maxPlaces } from "../../layout/beacon.ts";

/** A place in a script of a release, as every engine writes it in a stack. */
const place = /\/_release\/([a-z0-9-]+)\/([\w.-]+)\/([\w./-]+:\d+:\d+)/g;

/**
 * What a beacon says of a failure: the package that failed, or the places in its scripts where the error came from. Never the error's message,
 * which may contain what the visitor typed.
 * @param packages those that the document knows
 * @returns undefined for what no release causes: an error of an extension of the browser, or HTML that a translation by the browser has changed
 */
export function readProblem(
  event: Event,
  packages: Readonly<Record<string, { version: string }>>,
): BeaconProblem | undefined {
  const listPlaces = (stack: string): string[] =>
    [...stack.matchAll(place)]
      .flatMap(([, name = "", version, file]) => (packages[name]?.version === version ? [`${name}/${file}`] : []))
      .slice(0, maxPlaces);
  if (event instanceof CustomEvent) {
    const { remote, island, error } = event.detail;
    if (remote) return { kind: "failed", remote, at: [] };
    if (!error && isTranslated()) return undefined;
    return { kind: error ? "failed" : "repaired", remote: island.split("/")[0], at: listPlaces(toStack(error)) };
  }
  const isError = event instanceof ErrorEvent;
  const thrown: unknown = isError ? event.error : event instanceof PromiseRejectionEvent && event.reason;
  const at = listPlaces(toStack(thrown) || (isError ? `${event.filename}:${event.lineno}:${event.colno}` : ""));
  return at.length > 0 ? { kind: "thrown", at } : undefined;
}

/** Whether the browser has put its translation into the page, in elements that no release has: React then replaces HTML that was right. */
function isTranslated(): boolean {
  return document.querySelector("font") !== null;
}

function toStack(thrown: unknown): string {
  return isRecord(thrown) && typeof thrown["stack"] === "string" ? thrown["stack"] : "";
}
