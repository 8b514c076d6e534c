import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from "react";
import type { TesterFacts } from "../layout/tester-facts.ts";
import { EventPane } from "./event-pane.tsx";
import { Outlines } from "./outlines.tsx";
import type { Recorder } from "./recorder.ts";
import { RegionPane } from "./region-pane.tsx";
import { ReportPane } from "./report-pane.tsx";
import { toNewerText } from "./report.ts";
import { toShownFacts } from "./shown-facts.ts";
import { stayAbove } from "./stay-above.ts";
import { Tabs } from "./tabs.tsx";
import { TroublePane } from "./trouble-pane.tsx";
import { useRegions } from "./use-regions.ts";

export interface OverlayProps {
  /** The element whose shadow tree it is drawn in. */
  host: HTMLElement;
  facts: TesterFacts;
  recorder: Recorder;
  /** The button in the mark above the page; null on a page without a mark. */
  button: HTMLElement | null;
  isKey(event: KeyboardEvent): boolean;
}

/** The button that opens the overlay, and the overlay while it is open. */
export function Overlay({ host, facts, recorder, button, isKey }: OverlayProps) {
  const [isOpen, setOpen] = useState(false);
  const opener = useRef<HTMLElement | null>(null);
  const launcher = useRef<HTMLButtonElement>(null);

  // In the layout effect: from the moment at which the button can be pressed, its key is heard too.
  useLayoutEffect(() => {
    const toggle = (): void => {
      const { activeElement } = document;
      setOpen((before) => {
        if (!before) opener.current = activeElement instanceof HTMLElement ? activeElement : null;
        return !before;
      });
    };
    const listening = new AbortController();
    const { signal } = listening;
    addEventListener(
      "keydown",
      (event) => {
        if (!isKey(event)) return;
        event.preventDefault();
        toggle();
      },
      { signal, capture: true },
    );
    button?.addEventListener("click", toggle, { signal });
    button?.removeAttribute("disabled");
    return () => listening.abort();
  }, [button, isKey]);

  useEffect(() => {
    button?.setAttribute("aria-expanded", String(isOpen));
  }, [button, isOpen]);

  const close = (): void => {
    setOpen(false);
    const before = opener.current;
    if (before?.isConnected && before !== document.body) before.focus({ preventScroll: true });
    else requestAnimationFrame(() => (button ?? launcher.current)?.focus({ preventScroll: true }));
  };
  if (isOpen) return <OpenOverlay host={host} facts={facts} recorder={recorder} onClose={close} />;
  return button ? null : (
    <aside aria-label="For testers">
      <button
        ref={launcher}
        type="button"
        className="launcher"
        aria-keyshortcuts="Alt+Shift+O"
        onClick={() => {
          opener.current = null;
          setOpen(true);
        }}
      >
        Overlay
      </button>
    </aside>
  );
}

const tabs = ["Regions", "Events", "Errors", "Report"] as const;

function OpenOverlay({
  host,
  facts: told,
  recorder,
  onClose,
}: Pick<OverlayProps, "host" | "facts" | "recorder"> & { onClose(): void }) {
  const regions = useRegions(recorder);
  const facts = toShownFacts(told, regions);
  const recorded = useSyncExternalStore(recorder.subscribe, recorder.read);
  const [tab, setTab] = useState<(typeof tabs)[number]>("Regions");
  const [chosen, setChosen] = useState<number>();
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    const letGo = stayAbove(host);
    panel.current?.focus({ preventScroll: true });
    return letGo;
  }, [host]);

  const choose = (key: number | undefined): void => {
    setChosen(key);
    setTab("Regions");
  };
  return (
    <>
      <Outlines regions={regions} facts={facts} chosen={chosen} onChoose={choose} />
      <aside
        ref={panel}
        className="panel"
        aria-label="Overlay for testers"
        tabIndex={-1}
        onKeyDown={(event) => {
          if (event.key !== "Escape") return;
          // The browser would close a modal beneath as well.
          event.preventDefault();
          onClose();
        }}
      >
        <header className="head">
          <div>
            <h2>Overlay</h2>
            <p className="quiet">
              Set <code>{facts.set}</code>, revision {facts.revision}, {facts.channel}
              {toNewerText(facts)}
            </p>
          </div>
          <button type="button" className="close" onClick={onClose} aria-keyshortcuts="Alt+Shift+O Escape">
            Close
          </button>
        </header>
        <Tabs<(typeof tabs)[number]>
          names={tabs}
          chosen={tab}
          onChoose={setTab}
          counts={{ Regions: regions.length, Events: recorded.events.length, Errors: recorded.troubles.length }}
        >
          {tab === "Regions" && <RegionPane regions={regions} facts={facts} chosen={chosen} onChoose={setChosen} />}
          {tab === "Events" && <EventPane events={recorded.events} />}
          {tab === "Errors" && <TroublePane troubles={recorded.troubles} />}
          {tab === "Report" && <ReportPane facts={facts} recorded={recorded} regions={regions} />}
        </Tabs>
      </aside>
    </>
  );
}
