import { defineIsland } from "@site/contracts/react/define-island";
import { DeckSheet } from "../ui/deck-sheet.tsx";
import { RecordBadge } from "../ui/record-badge.tsx";

function Badge() {
  return (
    <DeckSheet>
      <RecordBadge />
    </DeckSheet>
  );
}

/** The record-holder badge with its certificate (B087): the one thing on home that React makes better. */
export const island = defineIsland({ component: Badge, hydrate: "interaction" });
