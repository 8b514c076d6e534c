import { useIntl } from "react-intl";
import { pickSuit, toMonogram } from "../monogram.ts";
import { SuitShape } from "./deck-sheet.tsx";
import styles from "./portrait.module.css";

const places: readonly (readonly [x: number, y: number, size: number])[] = [[-30, -20, 120], [96, 60, 80], [10, 120, 64], [112, 4, 40], [92, 156, 96]];

/** A monogram over a pattern of one suit: there are no photographs of people on this site. */
export function Portrait({ name, slug }: { name: string; slug: string }) {
  const intl = useIntl();
  const suit = pickSuit(slug);
  return (
    <svg className={`${styles.portrait} ${styles[suit]}`} viewBox="0 0 160 200" role="img" aria-label={intl.formatMessage({ id: "content.portrait.label" }, { name })}>
      <rect className={styles.ground} width="160" height="200" />
      <g className={styles.pattern}>
        {places.map(([x, y, size]) => <SuitShape key={x} suit={suit} x={x} y={y} size={size} />)}
      </g>
      <text className={styles.letters} x="80" y="122">{toMonogram(name)}</text>
    </svg>
  );
}
