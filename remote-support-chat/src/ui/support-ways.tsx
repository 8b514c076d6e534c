import { toContactLinks } from "@site/contracts/site/contact";
import { useSite } from "@site/contracts/react/site-context";
import styles from "./support-ways.module.css";

/** The addresses of customer support, for visitors without the chat: the state's text refers to them (B286). */
export function SupportWays() {
  const { support } = useSite();
  return (
    <p className={styles.ways}>
      {toContactLinks(support).map(({ href, text }) => (
        <a key={href} href={href}>
          {text}
        </a>
      ))}
    </p>
  );
}
