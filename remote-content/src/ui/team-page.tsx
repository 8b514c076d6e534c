import { useIntl } from "react-intl";
import { useData, useSite } from "@site/contracts/react/site-context";
import scene from "../artwork/banner-team.svg";
import { teamCopy } from "../content/ggteam.ts";
import { useCopy } from "../use-copy.ts";
import { ContactWays } from "./contact-ways.tsx";
import { DeckSheet } from "./deck-sheet.tsx";
import { PageTop } from "./page-top.tsx";
import { TeamList } from "./team-list.tsx";
import styles from "./team-page.module.css";

/** All ambassadors, and their role (B019). */
export function TeamPage() {
  const intl = useIntl();
  const { flags } = useSite();
  const listed = useData("brand-ambassador")?.ambassadors ?? [];
  const ambassadors = flags.isSupportBrandAmbassador ? listed : [];
  const { copy, language } = useCopy(teamCopy);
  const { meaning } = copy;
  return (
    <DeckSheet>
      <PageTop
        eyebrow={copy.eyebrow}
        display={copy.display}
        // The first line of the copy points at the list below it.
        lede={ambassadors.length > 0 ? copy.lede : intl.formatMessage({ id: "content.team.empty" })}
        artwork={scene}
      />
      {ambassadors.length > 0 && (
        <section className={`section ${styles.first}`}>
          <div className="wrap">
            <TeamList ambassadors={ambassadors} main />
          </div>
        </section>
      )}
      <section className="section section--raised">
        <div className={`wrap ${styles.pair}`}>
          <h2>{meaning.heading}</h2>
          <div className="prose">
            {meaning.paragraphs.map((text) => (
              <p key={text}>{text}</p>
            ))}
            <p>
              <ContactWays purpose="support" language={language} />
            </p>
          </div>
        </div>
      </section>
    </DeckSheet>
  );
}
