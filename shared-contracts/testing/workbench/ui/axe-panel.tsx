import type { AxeFinding } from "../preview-messages.ts";

interface AxePanelProps {
  /** What the last check of the shown document found; undefined before one, `checking` during it. */
  findings: readonly AxeFinding[] | "checking" | undefined;
  /** Undefined while the document cannot be checked. */
  check: (() => void) | undefined;
}

/** What axe finds in the preview as it is now, with everything that was opened in it. */
export function AxePanel({ findings, check }: AxePanelProps) {
  const text =
    findings === undefined
      ? "Not checked yet."
      : findings === "checking"
        ? "Checking …"
        : findings.length === 0
          ? "axe finds nothing."
          : `axe finds ${findings.length}.`;
  return (
    <section className="findings" aria-labelledby="axe-title">
      <h2 id="axe-title">
        Accessibility{" "}
        <button type="button" onClick={check} disabled={!check || findings === "checking"}>
          Check
        </button>
      </h2>
      <p role="status">{text}</p>
      {findings !== undefined && findings !== "checking" && (
        <ul>
          {findings.map(({ rule, impact, help, targets }) => (
            <li key={rule}>
              <b>{rule}</b> <i>{impact}</i>
              <p>{help}</p>
              {targets.map((target) => (
                <code key={target}>{target}</code>
              ))}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
