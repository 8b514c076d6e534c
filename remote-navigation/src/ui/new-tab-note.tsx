import { useIntl } from "react-intl";

/** Says to people who do not see a link's icon that the link opens a new tab. Stands directly behind the label. */
export function NewTabNote() {
  const intl = useIntl();
  // One text: React puts a comment between two, and the note is in every page many times.
  return <span className="visually-hidden">{` ${intl.formatMessage({ id: "navigation.link.newTab" })}`}</span>;
}
