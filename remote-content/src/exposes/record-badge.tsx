import { defineIsland } from "@site/contracts/react/define-island";
import { useData } from "@site/contracts/react/site-context";
import { DeckSheet } from "../ui/deck-sheet.tsx";
import { RecordBadge } from "../ui/record-badge.tsx";

/** Empty on a site that holds no record. */
function Badge() {
  const certificate = useData("certificate");
  if (!certificate) return null;
  return (
    <DeckSheet>
      <RecordBadge certificate={certificate} />
    </DeckSheet>
  );
}

/** The record-holder badge with its certificate (B087). It hydrates to open the certificate as a modal of the page. */
export const island = defineIsland({ component: Badge, hydrate: "interaction", data: ["certificate"] });
