import { FormattedMessage } from "react-intl";
import styles from "./questions.module.css";

const questions = ["start", "older", "linux"] as const;

/** Questions about the client. Each answer opens without JavaScript; microdata marks questions and answers for search engines. */
export function Questions() {
  return (
    <div className="stack" itemScope itemType="https://schema.org/FAQPage">
      <h2>
        <FormattedMessage id="download.questions.title" />
      </h2>
      <div>
        {questions.map((question) => (
          <details key={question} itemProp="mainEntity" itemScope itemType="https://schema.org/Question">
            <summary itemProp="name">
              <FormattedMessage id={`download.question.${question}`} />
            </summary>
            <div itemProp="acceptedAnswer" itemScope itemType="https://schema.org/Answer">
              <p className={styles.answer} itemProp="text">
                <FormattedMessage id={`download.answer.${question}`} />
              </p>
            </div>
          </details>
        ))}
      </div>
    </div>
  );
}
