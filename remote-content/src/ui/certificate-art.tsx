import { useIntl } from "react-intl";
import { useSite } from "@site/contracts/react/site-context";
import { suits } from "../card.ts";
import { certificate } from "../content/certificate.ts";
import styles from "./certificate-art.module.css";
import { SuitShape } from "./deck-sheet.tsx";

const turns = [0, 30, 60, 90, 120, 150];
const leaves = [0, 1, 2, 3, 4, 5];

/** Our drawing of a certificate. It leaves the record, its date and its witness to the original. */
export function CertificateArt() {
  const { name } = useSite();
  const intl = useIntl();
  return (
    <svg className={styles.art} viewBox="0 0 480 330" role="img" aria-label={intl.formatMessage({ id: "content.certificate.art" }, { site: name })}>
      <rect className={styles.paper} width="480" height="330" rx="6" />
      <rect className={styles.line} x="12" y="12" width="456" height="306" rx="3" />
      <rect className={styles.line} x="18" y="18" width="444" height="294" rx="2" />
      <g className={styles.rosette}>
        {turns.map((turn) => <ellipse key={turn} cx="240" cy="165" rx="196" ry="92" transform={`rotate(${turn} 240 165)`} />)}
      </g>
      <g className={styles.gold}>
        {suits.map((suit, place) => <SuitShape key={suit} suit={suit} x={180 + place * 32} y={40} size={24} />)}
        {[1, -1].map((side) => (
          <g key={side} transform={`translate(240 0) scale(${side} 1)`}>
            {leaves.map((leaf) => (
              <path key={leaf} d="M0 0c7-9 18-9 24-2-7 5-17 7-24 2z" transform={`translate(${152 + leaf * leaf * 1.2} ${196 - leaf * 20}) rotate(${-70 + leaf * 9})`} />
            ))}
          </g>
        ))}
      </g>
      <text className={styles.small} x="240" y="100">{certificate.kind}</text>
      <text className={styles.title} x="240" y="142">{certificate.title}</text>
      <text className={styles.name} x="240" y="188">{name}</text>
      {certificate.lines.map((line, place) => (
        <g key={line}>
          <path className={styles.line} d={`M${56 + place * 130} 266h108`} />
          <text className={styles.small} x={110 + place * 130} y="284">{line}</text>
        </g>
      ))}
    </svg>
  );
}
