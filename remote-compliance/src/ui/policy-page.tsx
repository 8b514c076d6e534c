import { FormattedMessage, useIntl } from "react-intl";
import { useHref, useIslandContext } from "@site/contracts/react/site-context";
import type { Policy } from "../parse-policy.ts";
import { type ToBody, toPolicyValues } from "../policy-values.ts";
import { renderPolicy } from "../render-policy.ts";
import { ContactWays } from "./contact-ways.tsx";
import { PolicyContents } from "./policy-contents.tsx";
import { PolicyHeader } from "./policy-header.tsx";
import styles from "./policy-page.module.css";

interface PolicyPageProps {
  policy: Policy;
  language: string;
  toBody: ToBody;
}

/** A policy: title and date, table of contents, clauses, and the addresses for questions. */
export function PolicyPage({ policy, language, toBody }: PolicyPageProps) {
  const values = toPolicyValues(useIslandContext(), language);
  const href = useHref();
  const intl = useIntl();
  const newTabNote = intl.formatMessage({ id: "compliance.policy.new-tab" });
  const { html, contents } = renderPolicy(toBody(policy.body, values, language), { values, href, newTabNote });
  return (
    <article>
      <PolicyHeader policy={policy} language={language} />
      <div className={`wrap ${styles.columns}`}>
        <PolicyContents contents={contents} />
        <div className={styles.text}>
          {/* Written in this repository and rendered without raw HTML: see render-policy.ts. */}
          <div className={`prose ${styles.body}`} dangerouslySetInnerHTML={{ __html: html }} />
          {/* One paragraph: the reader view of a browser keeps one behind the text it found, and leaves out a box with links. */}
          <p className={`card ${styles.questions}`}>
            <strong>
              <FormattedMessage id="compliance.policy.questions.title" />
            </strong>{" "}
            <span>
              <FormattedMessage id="compliance.policy.questions.text" />{" "}
              <ContactWays purpose="support" language={language} />
            </span>{" "}
            <a className="button button--quiet" href={href("/contact/")}>
              <FormattedMessage id="compliance.policy.questions.link" />
            </a>
          </p>
        </div>
      </div>
    </article>
  );
}
