import type { LeftFinding } from "../preview-messages.ts";

interface LeavePanelProps {
  /** What the last leave of the shown document found; undefined before one, `leaving` during it. */
  left: readonly LeftFinding[] | "leaving" | undefined;
  /** Undefined while the document cannot be left. */
  leave: (() => void) | undefined;
}

/** What the islands of the preview leave behind in the document when the visitor goes to another page. */
export function LeavePanel({ left, leave }: LeavePanelProps) {
  const text =
    left === undefined
      ? "Not left yet."
      : left === "leaving"
        ? "Leaving …"
        : left.length === 0
          ? "Each leave ends what the islands began."
          : `${left.length} more at each leave. End it in the function that the effect returns.`;
  return (
    <section className="findings" aria-labelledby="leave-title">
      <h2 id="leave-title">
        Left behind{" "}
        <button type="button" onClick={leave} disabled={!leave || left === "leaving"}>
          Leave and return
        </button>
      </h2>
      <p role="status">{text}</p>
      {left !== undefined && left !== "leaving" && (
        <ul>
          {left.map(({ text, place }) => (
            <li key={`${text} ${place}`}>
              {text}
              <code>{place}</code>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
