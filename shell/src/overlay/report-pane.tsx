import { useId, useRef, useState } from "react";
import type { Recorded } from "./recorder.ts";
import type { Region } from "./regions.ts";
import { toReport } from "./report.ts";
import type { ShownFacts } from "./shown-facts.ts";
import { type Outcome, StatusLine, toOutcome } from "./status-line.tsx";

export interface ReportPaneProps {
  facts: ShownFacts;
  recorded: Recorded;
  regions: readonly Region[];
}

/** A report for a bug tracker, as it was when the pane was opened. It has the link that shows the same again. */
export function ReportPane({ facts, recorded, regions }: ReportPaneProps) {
  const id = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const [text] = useState(() => toReport(facts, recorded, regions));
  const [outcome, setOutcome] = useState<Outcome>();

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(area.current?.value ?? text);
      setOutcome(toOutcome("It was copied."));
    } catch {
      area.current?.select();
      setOutcome(toOutcome("The browser does not allow that. The text is selected: copy it with the keyboard."));
    }
  }
  return (
    <div className="form">
      <label htmlFor={id}>A report for a bug tracker, in Markdown</label>
      <textarea id={id} ref={area} rows={16} spellCheck={false} defaultValue={text} />
      <StatusLine outcome={outcome} />
      <button type="button" onClick={() => void copy()}>
        Copy
      </button>
    </div>
  );
}
