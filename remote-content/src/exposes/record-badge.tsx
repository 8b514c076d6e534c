import { defineIsland } from "@site/contracts/react/define-island";
import { useData } from "@site/contracts/react/site-context";
import { DeckSheet } from "../ui/deck-sheet.tsx";
import { badgeSuits, RecordBadge } from "../ui/record-badge.tsx";

/** Empty on a site without a record. */
function Badge() {
  if (!useData("certificate")) return null;
  return (
    <DeckSheet suits={badgeSuits}>
      <RecordBadge />
    </DeckSheet>
  );
}

/** The record-holder badge (B087). It hydrates to open the certificate as a modal of the page. */
export const island = defineIsland({ component: Badge, hydrate: "interaction", data: ["certificate"] });
