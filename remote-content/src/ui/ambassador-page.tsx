import { FormattedMessage } from "react-intl";
import { useData, useHref, usePage } from "@site/contracts/react/site-context";
import { teamCopy } from "../content/ggteam.ts";
import { useCopy } from "../use-copy.ts";
import { findAmbassador } from "../find-ambassador.ts";
import styles from "./ambassador-page.module.css";
import { DeckSheet } from "./deck-sheet.tsx";
import { Portrait } from "./portrait.tsx";
import { TeamList } from "./team-list.tsx";

/** One ambassador: a monogram, and text that states nothing about the person (B020). */
export function AmbassadorPage() {
  const href = useHref();
  const { params } = usePage();
  const { ambassador: copy } = useCopy(teamCopy).copy;
  const list = useData("brand-ambassador");
  const ambassador = findAmbassador(list, params["slug"]);
  if (!list || !ambassador) {
    return (
      <div className="section wrap">
        <p>
          <FormattedMessage id="content.team.empty" />
        </p>
        <p>
          <a className={styles.back} href={href("/ggteam/")}>
            <FormattedMessage id="content.team.back" />
          </a>
        </p>
      </div>
    );
  }
  const { name, slug } = ambassador;
  const others = list.ambassadors.filter((one) => one.slug !== slug).slice(0, 6);
  const { expect } = copy;
  return (
    <DeckSheet>
      <section className="section section--felt">
        <div className={`wrap ${styles.top}`}>
          <div className={styles.portrait}>
            <Portrait name={name} slug={slug} large />
          </div>
          <div className="stack">
            <p className="eyebrow">
              <FormattedMessage id="content.ambassador.role" />
            </p>
            <p className="display" aria-hidden="true">
              {name}
            </p>
            {copy.paragraphs(name).map((text) => (
              <p key={text}>{text}</p>
            ))}
            <h2 className={styles.heading}>{expect.heading}</h2>
            <ul>
              {expect.points.map((point) => (
                <li key={point}>{point}</li>
              ))}
            </ul>
            <p>
              <a className={styles.back} href={href("/ggteam/")}>
                <FormattedMessage id="content.team.back" />
              </a>
            </p>
          </div>
        </div>
      </section>
      {others.length > 0 && (
        <section className="section">
          <div className="wrap stack">
            <h2>
              <FormattedMessage id="content.team.others" />
            </h2>
            <TeamList ambassadors={others} />
          </div>
        </section>
      )}
    </DeckSheet>
  );
}
