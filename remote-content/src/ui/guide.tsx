import { useHref } from "@site/contracts/react/site-context";
import type { GuideEntry, GuideGroup, GuideSection } from "../copy/poker-school-copy.ts";
import styles from "./guide.module.css";

/**
 * The items of the menu, each with its own heading and id (B289). Sections alternate in tone. Their frame is a section too: reader views drop a `div` that
 * has hardly more than links.
 */
export function Guide({ sections }: { sections: readonly GuideSection[] }) {
  return sections.map(({ id, name, text, links, entries, groups }, place) => (
    <section key={id} className={place % 2 === 0 ? "section section--raised" : "section"} id={id}>
      <section className="wrap stack">
        <h2>{name}</h2>
        <p className="lede">{text}</p>
        <Links links={links} />
        {entries.length > 0 && <Entries entries={entries} level="h3" />}
        {groups.map((group) => (
          <Group key={group.id} group={group} />
        ))}
      </section>
    </section>
  ));
}

function Group({ group: { id, name, text, links, entries } }: { group: GuideGroup }) {
  return (
    <div className={styles.group} id={id}>
      <div>
        <h3 className={styles.title}>{name}</h3>
        <p className={styles.text}>{text}</p>
        <Links links={links} />
      </div>
      {entries.length > 0 && <Entries entries={entries} level="h4" />}
    </div>
  );
}

function Entries({ entries, level: Heading }: { entries: readonly GuideEntry[]; level: "h3" | "h4" }) {
  return (
    <ul role="list" className={styles.list}>
      {entries.map(({ id, name, text }) => (
        <li key={id} id={id} className={styles.entry}>
          <Heading className={styles.name}>{name}</Heading>
          <p className={styles.text}>{text}</p>
        </li>
      ))}
    </ul>
  );
}

function Links({ links }: { links: GuideEntry["links"] | undefined }) {
  const href = useHref();
  if (!links) return null;
  return (
    <p className={styles.links}>
      {links.map(({ path, label }) => (
        <a key={path} href={href(path)}>
          {label}
        </a>
      ))}
    </p>
  );
}
