import { clientSystems } from "@site/contracts/visitor/client";
import { clientNames } from "../system-facts.ts";
import styles from "./all-systems.module.css";
import { InstallerLink } from "./installer-link.tsx";
import { RequirementsList } from "./requirements-list.tsx";
import { SystemDrawing } from "./system-drawing.tsx";

/**
 * The four systems with their requirements, and a download action unless downloads are blocked. In order, as reader views drop a `ul` that has hardly more
 * than links.
 */
export function AllSystems({ blocked }: { blocked: boolean }) {
  return (
    <ol role="list" className={blocked ? styles.list : `${styles.list} ${styles.offered}`}>
      {clientSystems.map((system) => (
        <li key={system} className={`card ${styles.system} ${styles[system]}`}>
          <SystemDrawing system={system} />
          <h3>{clientNames[system]}</h3>
          <RequirementsList system={system} />
          {!blocked && <InstallerLink client={system} className={`button button--quiet ${styles.action}`} />}
        </li>
      ))}
    </ol>
  );
}
