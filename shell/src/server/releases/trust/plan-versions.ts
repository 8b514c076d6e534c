import { isDeepStrictEqual } from "node:util";
import type { RootDocument, TeamsDocument, TrustDraft } from "./trust-documents.ts";

/**
 * The versions that lead from one state of the lists to another, each valid when it is published. A removed key may have signed the list of teams, so
 * it is removed from that role last, after the others have signed the list again. A higher threshold takes effect once the list has enough
 * signatures.
 */
export function planVersions(before: TrustDraft, after: TrustDraft): (RootDocument | TeamsDocument)[] {
  const leaving = before.root.roles.targets.keyids.filter((id) => !after.root.roles.targets.keyids.includes(id));
  const isRising = after.root.roles.targets.threshold > before.root.roles.targets.threshold;
  const isRootChanged = !isDeepStrictEqual(before.root, after.root);
  const areTeamsChanged = leaving.length > 0 || isRising || !isDeepStrictEqual(before.teams, after.teams);
  const roots: RootDocument[] = isRootChanged ? [after.root] : [];
  if (leaving.length > 0) roots.unshift(toBetween(before.root, after.root, leaving));
  const numbered = roots.map((root, index) => ({ ...root, version: before.root.version + index + 1 }));
  const teams = areTeamsChanged ? [{ ...after.teams, version: before.teams.version + 1 }] : [];
  const first = leaving.length > 0 || (isRootChanged && !isRising) ? numbered.slice(0, 1) : [];
  return [...first, ...teams, ...numbered.slice(first.length)];
}

/** The root in which the keys to be removed may still sign the list of teams, but nothing else. */
function toBetween(before: RootDocument, after: RootDocument, leaving: readonly string[]): RootDocument {
  const between = structuredClone(after);
  for (const id of leaving) {
    const key = before.keys[id];
    if (key) between.keys[id] = key;
    between.roles.targets.keyids.push(id);
    delete between.revoked?.[id];
  }
  between.roles.targets.threshold = Math.min(before.roles.targets.threshold, after.roles.targets.threshold);
  if (between.revoked && Object.keys(between.revoked).length === 0) delete between.revoked;
  return between;
}
