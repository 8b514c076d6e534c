import { defineIsland } from "@site/contracts/react/define-island";
import { useData } from "@site/contracts/react/site-context";
import { CertificateDialog } from "../ui/certificate-dialog.tsx";
import { DeckSheet } from "../ui/deck-sheet.tsx";

/** Empty on a site that holds no record. */
function Certificate() {
  const certificate = useData("certificate");
  if (!certificate) return null;
  return (
    <DeckSheet>
      <CertificateDialog certificate={certificate} />
    </DeckSheet>
  );
}

/** The certificate that the record-holder badge opens (B087). It hydrates to open it as a modal of the page. */
export const island = defineIsland({ component: Certificate, hydrate: "interaction", data: ["certificate"] });
