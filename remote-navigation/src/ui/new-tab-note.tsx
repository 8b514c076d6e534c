import { useIntl } from "react-intl";

/** Hidden text for screen readers that a link opens a new tab. Directly follows the label. */
export function NewTabNote() {
  const intl = useIntl();
  // A single text, because React puts a comment between two, and the note is in every page many times.
  return <span className="visually-hidden">{` ${intl.formatMessage({ id: "navigation.link.newTab" })}`}</span>;
}
