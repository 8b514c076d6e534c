import { type ContactPurpose, pickContact, toContactLinks } from "@site/contracts/site/contact";
import { pickText } from "@site/contracts/locale/localized-text";
import { useData } from "@site/contracts/react/site-context";
import styles from "./contact-ways.module.css";

/**
 * The addresses for a purpose and when they are answered (B286).
 * @throws Error when the island did not request `contacts` in its data
 */
export function ContactWays({ purpose, language }: { purpose: ContactPurpose; language: string }) {
  const contacts = useData("contacts");
  if (!contacts) throw new Error("An island that shows a contact names contacts in its data.");
  const contact = pickContact(contacts, purpose);
  return (
    <span className={styles.ways}>
      {toContactLinks(contact).map(({ href, text }) => (
        <a key={href} href={href}>
          <Address text={text} />
        </a>
      ))}
      {contact.hours && <span className={styles.hours}>{pickText(contact.hours, language)}</span>}
    </span>
  );
}

/** An address that wraps after its `@` in a narrow column. The break opportunity is hidden from a link's accessible name, where it would be a space. */
function Address({ text }: { text: string }) {
  const end = text.indexOf("@") + 1;
  return (
    <span>
      {text.slice(0, end)}
      {end > 0 && <wbr aria-hidden />}
      {text.slice(end)}
    </span>
  );
}
