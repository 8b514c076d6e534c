import { useLayoutEffect, useRef } from "react";

export interface LogProps {
  /** What it lists, for screen readers. */
  name: string;
  /** Oldest first. */
  entries: readonly { id: number; at: number; title?: string; text: string }[];
}

/**
 * Entries with their times. The newest stands last, so that none of the others moves. It is scrolled to, unless the reader has scrolled to an
 * earlier one.
 */
export function Log({ name, entries }: LogProps) {
  const list = useRef<HTMLOListElement>(null);
  const isAtEnd = useRef(true);
  const newest = entries.at(-1)?.id;
  // With the entry: after it, a late scroll event would take the newest for one that the reader has scrolled away from.
  useLayoutEffect(() => {
    const { current } = list;
    if (current && isAtEnd.current) current.scrollTop = current.scrollHeight;
  }, [newest]);
  return (
    <ol
      ref={list}
      className="log"
      aria-label={name}
      tabIndex={0}
      onScroll={({ currentTarget: { scrollHeight, clientHeight, scrollTop } }) => {
        isAtEnd.current = scrollHeight - clientHeight - scrollTop < 8;
      }}
    >
      {entries.map(({ id, at, title, text }) => (
        <li key={id}>
          {title !== undefined && <span className="name">{title}</span>} <span className="quiet">{at} ms</span>
          <code>{text}</code>
        </li>
      ))}
    </ol>
  );
}
