import type { ReactNode } from "react";
import type { ClientSystem } from "@site/contracts/visitor/client";
import styles from "./system-drawing.module.css";

/** A device of each kind, with a suit on its screen. None of them resembles a trademark. */
export function SystemDrawing({ system }: { system: ClientSystem }) {
  return (
    <svg className={styles.drawing} viewBox={boxes[system]} aria-hidden="true">
      {shapes[system]}
    </svg>
  );
}

/** Each box is as wide as its device with the line's width, so that it is aligned with the text below it. */
const boxes: Record<ClientSystem, string> = {
  windows: "15 0 66 64",
  osx: "7 0 82 64",
  ios: "32 0 32 64",
  android: "31 0 34 64",
};

const shapes: Record<ClientSystem, ReactNode> = {
  windows: (
    <>
      <rect x="16" y="4" width="64" height="42" rx="4" />
      <path d="M40 46h16l2 12H38zM30 60h36" />
      <path
        className={styles.suit}
        d="M48 13c4 6 11 9 11 15a5.5 5.5 0 0 1-9.5 3.7c.3 2.3 1 3.6 2 4.8h-7c1-1.2 1.7-2.5 2-4.8A5.5 5.5 0 0 1 37 28c0-6 7-9 11-15z"
      />
    </>
  ),
  osx: (
    <>
      <rect x="20" y="8" width="56" height="38" rx="4" />
      <path d="M8 52h80v2a4 4 0 0 1-4 4H12a4 4 0 0 1-4-4z" />
      <path className={styles.suit} d="M48 15l9 12-9 12-9-12z" />
    </>
  ),
  ios: (
    <>
      <rect x="33" y="3" width="30" height="58" rx="7" />
      <path d="M44 8h8" />
      <path
        className={styles.suit}
        d="M48 42c-6-5-10-9-10-14a5.3 5.3 0 0 1 10-2.5A5.3 5.3 0 0 1 58 28c0 5-4 9-10 14z"
      />
    </>
  ),
  android: (
    <>
      <rect x="32" y="3" width="32" height="58" rx="4" />
      <circle cx="48" cy="9" r="1" />
      <path
        className={styles.suit}
        d="M48 20a5 5 0 0 1 4.6 7 5.2 5.2 0 1 1-3.2 8.6c.3 2 .8 3 1.8 4.2h-6.4c1-1.2 1.5-2.2 1.8-4.2a5.2 5.2 0 1 1-3.2-8.6 5 5 0 0 1 4.6-7z"
      />
    </>
  ),
};
