import { useIntl } from "react-intl";
import { usePage } from "@site/contracts/react/site-context";
import { Slot } from "@site/contracts/react/slot";
import styles from "./quick-area.module.css";

/**
 * Top, download and help chat (B080); the chat only where the route's name allows it (B025, B099). What hides while the
 * page scrolls is the style sheet's business, by the state the core keeps (B082-B085).
 */
export function QuickArea() {
  const page = usePage();
  const intl = useIntl();
  return (
    <aside className={styles.area} aria-label={intl.formatMessage({ id: "shell.quick.label" })} data-quick-area="">
      {page.name.startsWith("responsible-gaming") && <Slot name="support-chat/launcher" variant="quick" />}
      <div className={styles.download}>
        <Slot name="download/button" variant="quick" />
      </div>
      <a className={styles.top} href="#top" aria-label={intl.formatMessage({ id: "shell.quick.top" })} data-page-top="">
        <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
          <path
            d="M12 5v15M5 11.5 12 4.5l7 7"
            fill="none"
            stroke="currentColor"
            strokeWidth="2.5"
            strokeLinecap="round"
            strokeLinejoin="round"
          />
        </svg>
      </a>
    </aside>
  );
}
