import { useHref, useSite } from "@site/contracts/react/site-context";
import { useIntl } from "react-intl";
import scene from "../artwork/banner-contact.svg";
import { contactCopy } from "../content/contact.ts";
import { useCopy } from "../use-copy.ts";
import styles from "./contact-page.module.css";
import { ContactWays } from "./contact-ways.tsx";
import { DeckSheet } from "./deck-sheet.tsx";
import { FactTable } from "./fact-table.tsx";
import { PageTop } from "./page-top.tsx";

/** The contact addresses by subject, with the time until an answer (B005, B273, B275, B286). */
export function ContactPage() {
  const intl = useIntl();
  const site = useSite();
  const href = useHref();
  const { copy, language } = useCopy(contactCopy);
  const { heading, table, columns, topics, silence, before, help } = copy;
  return (
    <DeckSheet>
      <PageTop eyebrow={copy.eyebrow} display={copy.display} lede={copy.lede} artwork={scene} />
      <section className="section" id="help">
        <div className="wrap stack">
          <h2>{heading}</h2>
          <p className="lede">{table}.</p>
          <FactTable
            label={table}
            columns={columns}
            rows={topics.map(({ subject, how, purpose, when }) => [
              subject,
              <>
                {how}
                <ContactWays purpose={purpose} language={language} />
              </>,
              when,
            ])}
          />
          <p className={styles.quiet}>{silence}</p>
        </div>
      </section>
      <section className="section section--raised">
        <div className={`wrap ${styles.pair}`}>
          <div className="stack">
            <h2 className={styles.heading}>{before.heading}</h2>
            <ul className={styles.points}>
              {before.points.map((point) => (
                <li key={point}>{point}</li>
              ))}
            </ul>
          </div>
          <section className="card stack">
            <h2 className={styles.heading}>{help.heading}</h2>
            <p>{help.text}</p>
            <p className={styles.actions}>
              <a className="button" href={href("/responsible-gaming/")}>
                {help.chat}
              </a>
              <a className="button button--quiet" href={href(site.helplineUrl)} target="_blank" rel="noopener">
                {help.helpline}
                <span className="visually-hidden"> {intl.formatMessage({ id: "content.newTab" })}</span>
              </a>
            </p>
          </section>
        </div>
      </section>
    </DeckSheet>
  );
}
