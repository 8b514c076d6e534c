import { useLayoutEffect, useRef } from "react";
import type { LogEntry } from "./use-preview.browser.ts";

const sources: Record<LogEntry["from"], string> = {
  page: "",
  workbench: "sent from here",
  link: "the workbench stays",
};

/** Everything that crossed the bus, newest last; it outlives rebuilds. */
export function EventLog({ log, clear }: { log: readonly LogEntry[]; clear: () => void }) {
  const list = useRef<HTMLOListElement>(null);
  useLayoutEffect(() => {
    list.current?.scrollTo({ top: list.current.scrollHeight });
  }, [log]);
  return (
    <section className="log">
      <h2>
        Events{" "}
        <button type="button" onClick={clear} disabled={log.length === 0}>
          Clear
        </button>
      </h2>
      <ol ref={list} role="log" aria-label="Event log" tabIndex={0}>
        {log.map(({ id, at, name, detail, from }) => (
          <li key={id} data-from={from}>
            <time>{at}</time> <b>{name}</b> {sources[from] && <i>{sources[from]}</i>}
            <code>{detail}</code>
          </li>
        ))}
      </ol>
    </section>
  );
}
