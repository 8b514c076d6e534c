import { type System, systems } from "@site/contracts/visitor/system";
import { type DownloadAction, type DownloadSituation, pickDownloadAction } from "./pick-download-action.ts";
import { usualDevice } from "./usual-device.ts";

/** A link of a download button, and its systems. */
export interface ButtonLink {
  systems: System[];
  action: DownloadAction;
}

/**
 * All links of a button on this page, one per different action. One cached page serves every device: all of them are in its markup, and the
 * document's `data-platform` selects the visible one.
 */
export function listDownloadLinks(situation: Omit<DownloadSituation, "system" | "device">): ButtonLink[] {
  const links: ButtonLink[] = [];
  for (const system of systems) {
    const action = pickDownloadAction({ ...situation, system, device: usualDevice[system] });
    const equal = links.find((link) => toTarget(link.action) === toTarget(action));
    if (equal) equal.systems.push(system);
    else links.push({ systems: [system], action });
  }
  return links;
}

function toTarget(action: DownloadAction): string {
  return action.kind === "explained" ? "" : action.path;
}
