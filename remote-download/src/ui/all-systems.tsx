import { platforms } from "@site/contracts/visitor/visitor";
import { clientNames } from "../system-facts.ts";
import styles from "./all-systems.module.css";
import { InstallerLink } from "./installer-link.tsx";
import { RequirementsList } from "./requirements-list.tsx";
import { SystemDrawing } from "./system-drawing.tsx";

/** The four systems with what each needs, and its action unless downloads are blocked. */
export function AllSystems({ blocked }: { blocked: boolean }) {
  return (
    <ul role="list" className={blocked ? styles.list : `${styles.list} ${styles.offered}`}>
      {platforms.map((platform) => (
        <li key={platform} className={`card ${styles.system} ${styles[platform]}`}>
          <SystemDrawing platform={platform} />
          <h3>{clientNames[platform]}</h3>
          <RequirementsList platform={platform} />
          {!blocked && <InstallerLink client={platform} className={`button button--quiet ${styles.action}`} />}
        </li>
      ))}
    </ul>
  );
}
