import { useIntl } from "react-intl";
import { type Card, isRed, type Rank } from "../card.ts";
import { CourtFrame, CourtHalf } from "./court-figure.tsx";
import { SuitShape, useDrawingId } from "./deck-sheet.tsx";
import styles from "./playing-card.module.css";

interface PlayingCardProps {
  card: Card;
  className?: string | undefined;
  /** Shows only the index, large: for rows of small cards. */
  plain?: boolean;
  /** Whether the drawing has an id, for reuse. */
  shared?: boolean;
  /** Whether the drawing has a label with the card's name; without it the drawing is an ornament. */
  labelled?: boolean;
}

/** A card of our own deck, 100 by 140. */
export function PlayingCard({ card, className, plain = false, shared = false, labelled = false }: PlayingCardProps) {
  const intl = useIntl();
  const { rank, suit } = card;
  const id = useDrawingId(rank);
  const name = labelled
    ? {
        role: "img",
        "aria-label": intl.formatMessage(
          { id: "content.card.label" },
          {
            rank: intl.formatMessage({ id: `content.rank.${/^\d/.test(rank) ? "other" : rank}` }, { rank }),
            suit: intl.formatMessage({ id: `content.suit.${suit}` }),
          },
        ),
      }
    : { "aria-hidden": true };
  const looks = [styles.card, isRed(suit) ? styles.red : styles.black, plain && styles.plain, className];
  const drawing = plain ? (
    <>
      <text className={styles.large} x="10" y="46">
        {rank}
      </text>
      <SuitShape suit={suit} x={40} y={78} size={52} />
    </>
  ) : (
    <>
      <rect className={styles.paper} x=".5" y=".5" width="99" height="139" rx="9" />
      <TwoHalves card={card} id={`${id}-half`} />
    </>
  );
  return (
    <svg viewBox="0 0 100 140" className={looks.filter(Boolean).join(" ")} {...name}>
      {shared ? <g id={id}>{drawing}</g> : drawing}
    </svg>
  );
}

/** The common part of both halves of a card is drawn once, and reused turned: fewer elements, and fewer bytes. */
function TwoHalves({ card: { rank, suit }, id }: { card: Card; id: string }) {
  const isCourt = rank === "K" || rank === "Q" || rank === "J";
  return (
    <>
      {isCourt && <CourtFrame />}
      <g id={id}>
        <text className={styles.index} x="13" y="24">
          {rank}
        </text>
        <SuitShape suit={suit} x={6} y={28} size={14} />
        {isCourt && <CourtHalf rank={rank} suit={suit} />}
        {pips[rank]?.map(([x, y]) => (
          <SuitShape key={`${x} ${y}`} suit={suit} x={x - 9} y={y - 9} size={18} />
        ))}
      </g>
      <use href={`#${id}`} transform="rotate(180 50 70)" />
      {rank === "A" && <SuitShape suit={suit} x={24} y={44} size={52} />}
    </>
  );
}

/** Centres of a numeral's pips in the upper half. */
const pips: Partial<Record<Rank, readonly (readonly [number, number])[]>> = {
  "10": [
    [36, 28],
    [64, 28],
    [50, 42],
    [36, 56],
    [64, 56],
  ],
};
