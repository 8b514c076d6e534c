import { FormattedMessage, useIntl } from "react-intl";
import { useHref, useSite } from "@site/contracts/react/site-context";
import { Slot } from "@site/contracts/react/slot";
import type { ResponsibleCopy } from "../copy/responsible-gaming-copy.ts";
import { ContactWays } from "./contact-ways.tsx";
import styles from "./responsible-gaming-help.module.css";

/** Who helps: the independent helpline, our support with its chat, and advice for families. */
export function ResponsibleGamingHelp({ help, language }: { help: ResponsibleCopy["help"]; language: string }) {
  const { helplineUrl } = useSite();
  const href = useHref();
  const intl = useIntl();
  return (
    <section className="section section--felt" id="help" aria-labelledby="help-title">
      <div className="wrap">
        <h2 id="help-title">{help.title}</h2>
        <p className={styles.text}>{help.text}</p>
        <div className={styles.ways}>
          <section className={`card ${styles.way}`}>
            <h3>{help.helpline.title}</h3>
            <p className={styles.text}>{help.helpline.text}</p>
            <a className={`button ${styles.action}`} href={helplineUrl} target="_blank" rel="noopener">
              <FormattedMessage id="compliance.responsible.helpline" />
              <span className="visually-hidden"> {intl.formatMessage({ id: "compliance.policy.new-tab" })}</span>
            </a>
          </section>
          <section className={`card ${styles.way} ${styles.support}`}>
            <h3>{help.support.title}</h3>
            <p className={styles.text}>{help.support.text}</p>
            <Slot name="support-chat/launcher" variant="page" />
            {/* The chat's slot shows these addresses itself; this list is for a page whose slot is empty. */}
            <div className={styles.spare}>
              <ContactWays purpose="support" language={language} />
              <a className={`button button--quiet ${styles.action}`} href={href("/contact/")}>
                <FormattedMessage id="compliance.policy.questions.link" />
              </a>
            </div>
          </section>
          <section className={`card ${styles.way}`}>
            <h3>{help.family.title}</h3>
            <p className={styles.text}>{help.family.text}</p>
          </section>
        </div>
      </div>
    </section>
  );
}
