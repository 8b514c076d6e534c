import type { IslandName } from "../../../src/names/island-name.ts";
import { isPageIsland, listPagesOf } from "../../fake-pages.ts";
import { parseSettings, type Settings, toQuery } from "../settings.ts";
import { AxePanel } from "./axe-panel.tsx";
import { Controls } from "./controls.tsx";
import { EventForm } from "./event-form.tsx";
import { EventLog } from "./event-log.tsx";
import { LeavePanel } from "./leave-panel.tsx";
import { PreviewFrame } from "./preview-frame.tsx";
import { ProblemList } from "./problem-list.tsx";
import { readBench } from "./read-bench.browser.ts";
import { StateList } from "./state-list.tsx";
import { StatusBar } from "./status-bar.tsx";
import { useBuild, useReport } from "./use-build.browser.ts";
import { usePreview } from "./use-preview.browser.ts";
import { useSettings } from "./use-settings.browser.ts";
import { useStates } from "./use-states.browser.ts";

const { sites } = readBench();

/** The workbench: settings at the left, the island in the middle, what happens in it at the right. */
export function App() {
  const [chosen, change] = useSettings();
  const [states, save] = useStates();
  const { status, ready, connected } = useBuild();
  const first = ready?.exposes[0]?.key ?? "";
  const exposeKey = ready?.exposes.some(({ key }) => key === chosen.expose) ? chosen.expose : first;
  const toIsland = (key: string): IslandName => `${ready?.remote ?? "shell"}/${key}`;
  const variants = ready?.exposes.find(({ key }) => key === exposeKey)?.variants ?? [];
  const settings = {
    ...chosen,
    expose: exposeKey,
    ...(chosen.expose === exposeKey ? {} : toOwnPage(toIsland(exposeKey))),
  };
  // The width is a property of the frame only: changing it must not load the page again.
  const query = toQuery({ ...settings, width: 0 }).toString();
  const shown = `${query}#${ready?.version ?? ""}`;
  const { frame, log, problems, findings, emit, checkAxe, left, leave, clear } = usePreview(shown);
  const report = useReport(query, ready?.version);
  const all = [...(status.kind === "building" ? [] : status.problems), ...(report?.problems ?? []), ...problems];

  return (
    <div className="bench">
      <StatusBar
        status={status}
        ready={ready}
        connected={connected}
        expose={ready?.exposes.find(({ key }) => key === exposeKey)}
        report={report}
      />
      <Controls
        settings={settings}
        change={change}
        choose={(key) => change({ expose: key, variant: "", ...toOwnPage(toIsland(key)) })}
        exposes={ready?.exposes ?? []}
        locales={ready?.locales ?? []}
        variants={variants}
        sites={sites}
      />
      <main className="stage">
        <ProblemList problems={all} />
        {ready && <PreviewFrame key={shown} frame={frame} query={query} settings={settings} />}
      </main>
      <aside className="side" aria-label="Events, checks and states">
        <AxePanel findings={findings} check={checkAxe} />
        <LeavePanel left={left} leave={leave} />
        <StateList
          states={states}
          unread={readBench().statesProblem}
          toLink={(name) => `?${new URLSearchParams({ state: name }).toString()}`}
          show={(name) => change(parseSettings(new URLSearchParams(states[name])))}
          save={(name) => save(name, toQuery(settings).toString())}
        />
        <EventLog log={log} clear={clear} />
        <EventForm emit={settings.scripts ? emit : undefined} />
      </aside>
    </div>
  );
}

/** A page's island stands on its own page and makes no sense on another. */
function toOwnPage(island: IslandName): Partial<Settings> {
  const [page] = isPageIsland(island) ? listPagesOf(island) : [];
  return page ? { name: page.name, path: page.path } : {};
}
