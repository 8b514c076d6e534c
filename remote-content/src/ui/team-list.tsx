import type { Ambassador } from "@site/contracts/documents/ambassador";
import { useHref } from "@site/contracts/react/site-context";
import { Portrait } from "./portrait.tsx";
import styles from "./team-list.module.css";

/** Portraits that link to each ambassador's page; three in a row when the list is the main content of the page. */
export function TeamList({ ambassadors, main = false }: { ambassadors: readonly Ambassador[]; main?: boolean }) {
  const href = useHref();
  return (
    <ul role="list" className={`${styles.list} ${main ? styles.main : ""}`}>
      {ambassadors.map(({ name, slug }) => (
        <li key={slug}>
          <a className={styles.link} href={href(`/ggteam/${slug}/`)}>
            <Portrait name={name} slug={slug} />
            <span className={styles.name}>{name}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
