import { toReleasePath } from "@site/contracts/releases/browser-set";
import { repairedEvent } from "@site/contracts/host/repaired-event";
import { createIslands } from "@site/contracts/host/islands";
import { createEventBus } from "@site/contracts/events/event-bus";
import { followBrandFace } from "./brand-face.ts";
import { followChat } from "./chat/follow-chat.ts";
import { createOverlays } from "./overlays/overlays.ts";
import { mayWait } from "../layout/hydration-delay.ts";
import { followBuild } from "./navigation/build-update.ts";
import { watchFailures } from "./failures/watch-failures.ts";
import { followDevice } from "./device.ts";
import { runHeadScripts } from "./head-scripts.ts";
import { createKnownReleases } from "./known-releases.ts";
import { noticeLocaleSwitch } from "./locale.ts";
import { startQuickArea } from "./quick-area.ts";
import { followVisitor } from "./follow-visitor.ts";
import { startRouter } from "./navigation/router.ts";
import { readPageData } from "./read-page-data.ts";
import { watchScreen } from "./screen-type.ts";

declare let __webpack_public_path__: string;

/** The shell's own code in the browser: the router of slots, the islands, soft navigation. No React in it. */
function startCore(): void {
  // Boot left it on `window`. The core removes it before a script of a remote can read it.
  const handover = window.__site;
  delete window.__site;
  if (!handover) return;
  const { page = "", nav } = handover.dataset;
  const set = readPageData("site-set", page);
  const releases = createKnownReleases(set, handover.allow);
  __webpack_public_path__ = toReleasePath("shell", set.packages["shell"]?.version ?? "");
  const state = readPageData("site-state", page);
  const bus = createEventBus(window);
  watchFailures(bus, state);
  followVisitor(bus, state, createOverlays(bus, state.locale));
  const islands = createIslands({ set, state, bus, mayWait });
  const met: Event[] = [];
  for (const type of metEvents) addEventListener(type, (event) => met.length < 50 && met.push(event));
  // The start is split into tasks, the last of which is the router's first mount. As one task it blocks a slow phone for more than 50 ms, and an input
  // that comes meanwhile waits. Until the islands take events, boot keeps them.
  setTimeout(() => {
    noticeLocaleSwitch(state.site, state.locale.code);
    startQuickArea();
    runHeadScripts(state, set, bus);
    watchScreen(bus, followDevice(bus));
    followChat(bus);
  });
  setTimeout(() => {
    const build = followBuild(releases, (asked) =>
      import(/* webpackChunkName: "measure" */ "./measure/measure.ts").then(
        ({ measure }) => measure({ asked, met, set }),
        () => undefined,
      ),
    );
    startRouter({ state, nav, releases, islands, bus, build });

    addEventListener("pointerover", follow, { once: true });
    for (const type of ["keydown", "click"]) addEventListener(type, follow);
    addEventListener("click", followPageTop);

    handover.take = islands.take;
    for (const event of handover.queue.splice(0)) {
      islands.take(event);
      follow(event);
    }
    bus.emit("route:changed", { path: state.page.path, name: state.page.name, title: state.title });
    followBrandFace(bus, __webpack_public_path__);
  });
}

/** Whether the code of the first touch has loaded. */
let isTouchCodeThere = false;

/** The error events of a document that is measured. */
const metEvents = ["error", "unhandledrejection", "site:remote:failed", repairedEvent];

/**
 * Fetches the code that dismisses panels, which only a page with input needs, and passes it every key and click, also those from before it
 * loaded. When it does not load, the browser's own behaviour is nearly the same.
 */
function follow(event: Event): void {
  void import(/* webpackChunkName: "first-touch" */ "./first-touch/first-touch.ts").then(
    ({ followTouch }) => {
      isTouchCodeThere = true;
      return followTouch(event);
    },
    () => undefined,
  );
}

/**
 * Keeps Page Top's link from adding an entry to the history (B086). While its code is loading, the page scrolls at once, because the code may never come; the
 * focus follows with the code.
 */
function followPageTop(event: MouseEvent): void {
  if (!(event.target instanceof Element && event.target.closest("[data-page-top]"))) return;
  event.preventDefault();
  if (!isTouchCodeThere) scrollTo(0, 0);
  void import(/* webpackChunkName: "first-touch" */ "./first-touch/first-touch.ts").then(
    ({ toPageTop }) => toPageTop(event),
    () => undefined,
  );
}

/** Whether the visitor went back or forward before the core had loaded: then the address is not that of the present document. */
function hasNavigated(): boolean {
  const [entry] = performance.getEntriesByType("navigation");
  return entry !== undefined && new URL(entry.name).pathname !== location.pathname;
}

if (hasNavigated()) location.reload();
else startCore();
