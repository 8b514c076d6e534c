import type { IslandDescriptor } from "../../../src/islands/island.ts";
import type { BuildStatus, RenderReport } from "../build-status.ts";
import type { Build } from "./use-build.browser.ts";

const hydrations = {
  interaction: "is hydrated at the first touch",
  visible: "is hydrated when it is seen",
  never: "never needs JavaScript",
} as const;

interface StatusBarProps extends Build {
  expose: IslandDescriptor | undefined;
  report: RenderReport | undefined;
}

/** Which remote this is, how its build went and what the chosen island weighs. */
export function StatusBar({ status, ready, connected, expose, report }: StatusBarProps) {
  return (
    <header className="bar">
      <h1>{ready ? `remote-${ready.remote}` : "Workbench"}</h1>
      <p role="status" data-state={connected ? status.kind : "failed"}>
        {connected ? toSentence(status) : "the workbench has ended"}
      </p>
      {expose && (
        <p>
          {`${expose.key} ${hydrations[expose.hydrate]}`}
          {expose.hydrateOnQuery && `, or with ?${expose.hydrateOnQuery}`}
        </p>
      )}
      {report && <p>{`HTML ${(report.bytes / 1024).toFixed(1)} KB in ${report.milliseconds.toFixed(1)} ms`}</p>}
      {report?.empty && <p>{report.empty}</p>}
      {report?.title && <p title={report.description}>{`“${report.title}”`}</p>}
    </header>
  );
}

function toSentence(status: BuildStatus): string {
  if (status.kind === "building") return "building …";
  if (status.kind === "failed") return "does not build";
  return `built in ${Math.round(status.milliseconds)} ms`;
}
