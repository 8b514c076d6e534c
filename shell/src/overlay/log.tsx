import { useEffect, useRef } from "react";

export interface LogProps {
  /** What it lists, for screen readers. */
  name: string;
  /** Oldest first. */
  entries: readonly { id: number; at: number; title?: string; text: string }[];
}

/** Entries with their times. The newest stands last, so that none of the others moves, and is scrolled to. */
export function Log({ name, entries }: LogProps) {
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const { current } = list;
    if (current) current.scrollTop = current.scrollHeight;
  }, [entries.length]);
  return (
    <ol ref={list} className="log" aria-label={name} tabIndex={0}>
      {entries.map(({ id, at, title, text }) => (
        <li key={id}>
          {title !== undefined && <span className="name">{title}</span>} <span className="quiet">{at} ms</span>
          <code>{text}</code>
        </li>
      ))}
    </ol>
  );
}
