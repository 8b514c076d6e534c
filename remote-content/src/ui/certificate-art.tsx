import { FormattedMessage, useIntl } from "react-intl";
import { pickText } from "@site/contracts/locale/localized-text";
import { useIslandContext } from "@site/contracts/react/site-context";
import type { Certificate } from "@site/contracts/site/site-facts";
import { formatDate } from "@site/contracts/locale/written-date";
import { suits } from "@site/contracts/documents/suit";
import styles from "./certificate-dialog.module.css";
import { SuitShape, useDrawingId } from "./deck-sheet.tsx";

const gold = "#a8862b";

/** Six ellipses around the middle, behind the text. */
const rosette = ["430 165", "395 217", "325 217", "290 165", "325 113", "395 113"]
  .map((right) => `M${right}a120 84 0 1 0-240 0 120 84 0 1 0 240 0`)
  .join("");

/** Six leaves in a column. Equal curves compress better than leaves that are turned individually. */
const leaves = ["392 196", "393 176", "397 156", "403 136", "411 116", "422 96"]
  .map((stem) => `M${stem}c-2-11 5-19 15-19-1 9-6 17-15 19z`)
  .join("");

/** Characters of the record that fit in a line of the drawing. */
const lineLength = 44;

/**
 * Our drawing of the certificate of the site's record, with its date and its verifier (B087). Its style is in attributes, because style rules for a
 * drawing that is closed at first would precede home's first viewport in the document.
 */
export function CertificateArt({ certificate }: { certificate: Certificate }) {
  const {
    site: { name },
    locale,
  } = useIslandContext();
  const intl = useIntl();
  const laurel = useDrawingId("laurel");
  const record = pickText(certificate.record, locale.code);
  const date = formatDate(certificate.date, locale.code);
  const verifier = pickText(certificate.verifier, locale.code);
  return (
    <svg
      className={styles.art}
      width="100%"
      viewBox="0 0 480 330"
      fill="#12201b"
      fontSize="12"
      fontWeight="600"
      textAnchor="middle"
      role="img"
      aria-label={intl.formatMessage({ id: "content.certificate.art" }, { site: name, record, date, verifier })}
    >
      <rect fill="#f4f1e8" width="480" height="330" rx="6" />
      <path fill="none" stroke={gold} d="M12 12h456v306H12zM18 18h444v294H18zM40 270h170M262 270h178" />
      <path fill="none" stroke={gold} strokeOpacity="0.22" d={rosette} />
      <g fill={gold}>
        {suits.map((suit, place) => (
          <SuitShape key={suit} suit={suit} x={180 + place * 32} y={40} size={24} />
        ))}
        <path id={laurel} d={leaves} />
        <use href={`#${laurel}`} transform="matrix(-1 0 0 1 480 0)" />
      </g>
      <text x="240" y="100">
        <FormattedMessage id="content.certificate.kind" />
      </text>
      <text x="240" y="142" fontSize="33" fontWeight="800" fontStretch="125%" letterSpacing="-0.02em">
        <FormattedMessage id="content.certificate.heading" />
      </text>
      <text x="240" y="174" fontSize="20">
        {name}
      </text>
      {toLines(record).map((line, place) => (
        <text key={line} x="240" fontSize="16" y={218 + place * 20}>
          {line}
        </text>
      ))}
      <text x="125" y="262">
        {date}
      </text>
      <text x="351" y="262">
        {verifier}
      </text>
      <text x="125" y="288">
        <FormattedMessage id="content.certificate.date" />
      </text>
      <text x="351" y="288">
        <FormattedMessage id="content.certificate.verifier" />
      </text>
    </svg>
  );
}

/** The record in fitting lines, broken between words. */
function toLines(text: string): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < lineLength) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
