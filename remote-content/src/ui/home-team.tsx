import { FormattedMessage } from "react-intl";
import { useData, useHref, useSite } from "@site/contracts/react/site-context";
import { homeCopy } from "../content/home.ts";
import { useCopy } from "../use-copy.ts";
import { DealtSection } from "./dealt-section.tsx";
import styles from "./home-team.module.css";
import { TeamList } from "./team-list.tsx";

/** The first of the ambassadors; nothing when the site has none, or hides them (B051). */
export function HomeTeam() {
  const {
    copy: { team },
  } = useCopy(homeCopy);
  const { flags } = useSite();
  const href = useHref();
  const ambassadors = useData("brand-ambassador")?.ambassadors ?? [];
  if (!flags.isSupportBrandAmbassador || ambassadors.length === 0) return null;
  return (
    <DealtSection rank="K">
      <div className={`wrap ${styles.columns}`}>
        <div className="stack">
          <h2>{team.title}</h2>
          <p className="lede">{team.lede}</p>
          <a className="button button--quiet" href={href("/ggteam/")}>
            <FormattedMessage id="content.team.all" />
          </a>
        </div>
        <TeamList ambassadors={ambassadors.slice(0, 6)} />
      </div>
    </DealtSection>
  );
}
