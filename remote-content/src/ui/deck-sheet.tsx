import { createContext, type ReactNode, useContext, useId } from "react";
import { suits as allSuits, type Suit } from "@site/contracts/documents/suit";
import styles from "./deck-sheet.module.css";

const SheetContext = createContext("");

/** The outlines of the four suits, in a square of 32. */
const outlines: Record<Suit, string> = {
  spades:
    "M16 2C21 9 29 13 29 20a6.5 6.5 0 0 1-11.5 4.2c.3 2.6 1.2 4.3 2.7 5.8h-8.4c1.5-1.5 2.4-3.2 2.7-5.8A6.5 6.5 0 0 1 3 20C3 13 11 9 16 2z",
  hearts: "M16 29C8 22.5 3 17.5 3 11a6.8 6.8 0 0 1 13-3 6.8 6.8 0 0 1 13 3c0 6.5-5 11.5-13 18z",
  diamonds: "M16 2c2.5 5 6 9.5 10.5 14C22 20.5 18.5 25 16 30c-2.5-5-6-9.5-10.5-14C10 11.5 13.5 7 16 2z",
  clubs:
    "M16 2a6.6 6.6 0 0 1 5.4 10.4A6.6 6.6 0 1 1 17.5 24c.3 2.6 1.2 4.5 2.7 6h-8.4c1.5-1.5 2.4-3.4 2.7-6a6.6 6.6 0 1 1-3.9-11.6A6.6 6.6 0 0 1 16 2z",
};

/** Draws the suits once; cards, portraits and ornaments inside refer to them. `suits` limits them to the needed ones. */
export function DeckSheet({ children, suits = allSuits }: { children: ReactNode; suits?: readonly Suit[] }) {
  const id = useId();
  return (
    <SheetContext value={id}>
      <svg className={styles.sheet} aria-hidden="true">
        {suits.map((suit) => (
          <symbol key={suit} id={`${id}${suit}`} viewBox="0 0 32 32">
            <path d={outlines[suit]} />
          </symbol>
        ))}
      </svg>
      {children}
    </SheetContext>
  );
}

/** The id of a drawing that is reused, such as a card by its rank. */
export function useDrawingId(name: string): string {
  return useContext(SheetContext) + name;
}

interface SuitShapeProps {
  suit: Suit;
  x: number;
  y: number;
  size: number;
}

/** A suit inside a drawing, in the current fill. */
export function SuitShape({ suit, size, ...place }: SuitShapeProps) {
  return <use href={`#${useContext(SheetContext)}${suit}`} width={size} height={size} {...place} />;
}
