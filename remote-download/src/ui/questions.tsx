import { FormattedMessage } from "react-intl";
import styles from "./questions.module.css";

const questions = ["start", "older", "linux"] as const;

/** What people ask of the client. Each answer opens without JavaScript. */
export function Questions() {
  return (
    <div className="stack">
      <h2><FormattedMessage id="download.questions.title" /></h2>
      <div>
        {questions.map((question) => (
          <details key={question}>
            <summary><FormattedMessage id={`download.question.${question}`} /></summary>
            <p className={styles.answer}><FormattedMessage id={`download.answer.${question}`} /></p>
          </details>
        ))}
      </div>
    </div>
  );
}
