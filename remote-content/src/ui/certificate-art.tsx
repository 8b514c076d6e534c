import { FormattedMessage, useIntl } from "react-intl";
import { pickText } from "@site/contracts/locale/localized-text";
import { useIslandContext } from "@site/contracts/react/site-context";
import type { Certificate } from "@site/contracts/site/site-facts";
import { formatDate } from "@site/contracts/locale/written-date";
import { suits } from "@site/contracts/documents/suit";
import styles from "./certificate-dialog.module.css";
import { SuitShape, useDrawingId } from "./deck-sheet.tsx";

const gold = "#a8862b";
const turns = [0, 30, 60, 90, 120, 150];
const leaves = [0, 1, 2, 3, 4, 5];

/** Characters of the record that fit beside each other on the drawing. */
const lineLength = 44;

/**
 * Our drawing of the certificate of the site's record, with its day and who verified it (B087). What it looks like is said in attributes:
 * rules for a drawing that is closed at first would travel in front of home's first viewport.
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
      role="img"
      aria-label={intl.formatMessage({ id: "content.certificate.art" }, { site: name, record, date, verifier })}
    >
      <rect fill="#f4f1e8" width="480" height="330" rx="6" />
      <g fill="none" stroke={gold}>
        <rect x="12" y="12" width="456" height="306" rx="3" />
        <rect x="18" y="18" width="444" height="294" rx="2" />
        <path d="M40 270h170M262 270h178" />
      </g>
      <g fill="none" stroke={gold} strokeOpacity="0.22">
        {turns.map((turn) => (
          <ellipse key={turn} cx="240" cy="165" rx="196" ry="92" transform={`rotate(${turn} 240 165)`} />
        ))}
      </g>
      <g fill={gold}>
        {suits.map((suit, place) => (
          <SuitShape key={suit} suit={suit} x={180 + place * 32} y={40} size={24} />
        ))}
        <g id={laurel}>
          {leaves.map((leaf) => (
            <path
              key={leaf}
              d="M0 0c7-9 18-9 24-2-7 5-17 7-24 2z"
              transform={`translate(${392 + leaf * leaf * 1.2} ${196 - leaf * 20}) rotate(${-70 + leaf * 9})`}
            />
          ))}
        </g>
        <use href={`#${laurel}`} transform="matrix(-1 0 0 1 480 0)" />
      </g>
      <g fill="#12201b" fontSize="12" fontWeight="600" textAnchor="middle">
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
      </g>
    </svg>
  );
}

/** The record in lines that fit, broken between words. */
function toLines(text: string): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < lineLength) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
