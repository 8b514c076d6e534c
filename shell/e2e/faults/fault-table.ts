/** A bound of a measured figure. Of several measurements the worst counts. */
export interface Bound {
  /** What is measured, as the document names it. */
  figure: string;
  atMost?: number;
  atLeast?: number;
  /** Such as `s`; a share is written in percent, and a count has none. */
  unit?: "s" | "ms" | "share" | "x";
}

/** Tests that prove a row: those of a file whose title matches. */
export interface Proof {
  file: string;
  /** A part of the titles; all tests of the file where there is none. */
  title?: string;
  /** Whether a test builds on those before it, so that the file runs as a whole. */
  needsWholeFile?: boolean;
}

/** One way in which something fails, and what has to be true then. */
export interface FaultRow {
  id: string;
  fault: string;
  /** What a visitor, or an operator, sees. */
  seen: string;
  /** What the proofs assert, in words; the bounds say the rest in figures. */
  criterion: string;
  bounds: readonly Bound[];
  proofs: readonly Proof[];
}

/** Every fault that the site is built to stand. `pnpm faults` runs the proofs, and writes docs/faults.md when told to. */
export const faultTable = [
  {
    id: "remote-script-broken",
    fault: "A remote's script is missing, an error, HTML, cut off, of another type, empty, or throws",
    seen: "the page as the server wrote it; links work",
    criterion: "at least 80 % of the text and every link stay; at most one reload",
    bounds: [
      { figure: "share of the text that stays", atLeast: 0.8, unit: "share" },
      { figure: "share of the links that stay", atLeast: 1, unit: "share" },
      { figure: "reloads", atMost: 1 },
    ],
    proofs: [
      { file: "shell/e2e/faults/broken-browser-code.e2e.test.ts" },
      { file: "shell/e2e/dead-remote.sites.e2e.test.ts", title: "when content's JavaScript" },
    ],
  },
  {
    id: "remote-script-hangs",
    fault: "A remote's script never comes",
    seen: "a page that can be read at once; a click is not lost",
    criterion: "the loader gives up after 3 seconds; what was clicked before happens after",
    bounds: [{ figure: "seconds until it is given up", atMost: 4, unit: "s" }],
    proofs: [
      { file: "shell/e2e/dead-remote.sites.e2e.test.ts", title: "gives up" },
      { file: "shell/e2e/early-click.sites.e2e.test.ts", title: "a menu opened before" },
    ],
  },
  {
    id: "bytes-changed",
    fault: "A script or a style sheet has other bytes than its release",
    seen: "what they would do does not happen",
    criterion: "nothing of it runs, in the browser or on the server; the refusal is counted by remote and code",
    bounds: [],
    proofs: [{ file: "shell/e2e/tampered.sites.e2e.test.ts" }, { file: "shell/e2e/tampered-store.sites.e2e.test.ts" }],
  },
  {
    id: "browser-render-throws",
    fault: "A remote throws while it renders in the browser",
    seen: "its region as the server wrote it",
    criterion: "every other island comes alive",
    bounds: [{ figure: "share of the other islands that come alive", atLeast: 1, unit: "share" }],
    proofs: [{ file: "shell/e2e/faults/broken-browser-code.e2e.test.ts", title: "throws while it renders" }],
  },
  {
    id: "server-render-throws",
    fault: "A remote throws while it renders on the server",
    seen: "its last good HTML, or a fallback; status 200",
    criterion: "1,000 requests, none answered with 5xx",
    bounds: [
      { figure: "requests", atLeast: 1000 },
      { figure: "answers that were not 200", atMost: 0 },
    ],
    proofs: [{ file: "shell/e2e/releases/render-faults.e2e.test.ts", title: "a header that throws" }],
  },
  {
    id: "server-render-loops",
    fault: "A remote loops for ever while it renders on the server",
    seen: "its last good HTML, or a fallback",
    criterion: "a render ends after 300 ms; a release that hangs again and again is given up; no request waits",
    bounds: [
      { figure: "answers that were not 200", atMost: 0 },
      { figure: "renders that hang until a release is given up", atMost: 5 },
    ],
    proofs: [
      { file: "shell/e2e/releases/render-faults.e2e.test.ts", title: "a header that loops" },
      {
        file: "shell/src/server/composition/render/render-pool.integration.test.ts",
        title: "hangs",
      },
    ],
  },
  {
    id: "server-render-leaks",
    fault: "A remote fills the memory while it renders on the server",
    seen: "its last good HTML, or a fallback",
    criterion: "only the process that renders it ends; the server stays up",
    bounds: [{ figure: "answers that were not 200", atMost: 0 }],
    proofs: [
      { file: "shell/e2e/releases/render-faults.e2e.test.ts", title: "a header that fills" },
      { file: "shell/src/server/composition/render/render-pool.integration.test.ts", title: "leaks memory" },
    ],
  },
  {
    id: "release-refused",
    fault: "A release needs another React, another contract, or does not render",
    seen: "nothing",
    criterion: "it is refused with its reason, and what is live stays",
    bounds: [],
    proofs: [{ file: "shell/e2e/releases/refusals.e2e.test.ts" }],
  },
  {
    id: "api-broken",
    fault: "An API answers with 5xx, slowly, malformed or with nothing",
    seen: "the menu and the links of the page",
    criterion: "a GET is tried once more, nothing else is; the menu stays",
    bounds: [],
    proofs: [
      { file: "shared-contracts/src/api/fetch-twice.test.ts" },
      { file: "shell/e2e/navigation/menu-data.e2e.test.ts", title: "costs a visitor no menu" },
    ],
  },
  {
    id: "store-down",
    fault: "The release store is gone, or what is in it is damaged",
    seen: "the last good pages",
    criterion: "50 of 50 pages; a gauge says for how long; followed again without a restart",
    bounds: [{ figure: "of 50 pages answered", atLeast: 50 }],
    proofs: [
      { file: "shell/e2e/faults/lost-store.e2e.test.ts" },
      { file: "shell/e2e/releases/lag.e2e.test.ts" },
      { file: "shell/src/server/live/reconciler-store.test.ts" },
    ],
  },
  {
    id: "nats-down",
    fault: "A node of NATS is killed, a server is cut off from it, or all of it is down",
    seen: "the last good pages, also after a restart",
    criterion: "servers go on serving, no promote is lost or doubled, and all agree again",
    bounds: [],
    proofs: [
      {
        file: "shell/cli/many-servers.integration.test.ts",
        title: "nodes of the cluster are killed",
        needsWholeFile: true,
      },
      { file: "shell/cli/many-servers.integration.test.ts", title: "cut off", needsWholeFile: true },
      { file: "shell/cli/many-servers.integration.test.ts", title: "without any NATS", needsWholeFile: true },
    ],
  },
  {
    id: "swap",
    fault: "One remote goes live and back a hundred times",
    seen: "pages of one set each",
    criterion: "no request fails, no page mixes sets, and what was promoted is seen within a second",
    bounds: [
      { figure: "requests that failed or mixed sets", atMost: 0 },
      { figure: "seconds until a promote is seen", atMost: 1, unit: "s" },
    ],
    proofs: [
      { file: "shell/e2e/releases/swap.full.e2e.test.ts" },
      { file: "shell/src/server/live/live-site.integration.test.ts", title: "mixes" },
    ],
  },
  {
    id: "publish-killed",
    fault: "A publish or a promote is killed with -9",
    seen: "nothing",
    criterion: "20 kills: what is live is the old set or the new one, whole; the command can be run again",
    bounds: [{ figure: "kills", atLeast: 20 }],
    proofs: [{ file: "shell/e2e/releases/crash.full.e2e.test.ts" }],
  },
  {
    id: "promotes-at-once",
    fault: "Two operators promote at the same moment",
    seen: "one of the two sets",
    criterion: "20 rounds with one winner each; every server agrees",
    bounds: [{ figure: "rounds with one winner", atLeast: 20 }],
    proofs: [
      { file: "shell/e2e/releases/operators.full.e2e.test.ts", title: "one wins and the other is told" },
      { file: "shell/src/server/releases/signed-store-model.integration.test.ts" },
      {
        file: "shell/cli/many-servers.integration.test.ts",
        title: "let one of two operators win",
        needsWholeFile: true,
      },
    ],
  },
  {
    id: "server-killed",
    fault: "A server is killed with -9",
    seen: "nothing, behind a load balancer with a second instance",
    criterion: "back within 5 seconds with the set it had; no GET through the balancer fails",
    bounds: [
      { figure: "seconds until an instance is back", atMost: 5, unit: "s" },
      { figure: "GETs through a load balancer that failed", atMost: 0 },
    ],
    proofs: [
      { file: "shell/e2e/faults/two-instances.e2e.test.ts", title: "killed" },
      { file: "shell/cli/front-of-two.integration.test.ts" },
      { file: "shell/e2e/faults/killed-server.e2e.test.ts" },
      { file: "shell/e2e/faults/killed-processes.full.e2e.test.ts", title: "composes or renders" },
    ],
  },
  {
    id: "rolling-restart",
    fault: "Instances are restarted one after the other",
    seen: "nothing",
    criterion: "no request fails at 150 a second",
    bounds: [
      { figure: "requests that failed", atMost: 0 },
      { figure: "requests a second meanwhile", atLeast: 150 },
    ],
    proofs: [
      { file: "shell/e2e/faults/two-instances.e2e.test.ts", title: "restarted" },
      { file: "shell/e2e/start-stop.sites.e2e.test.ts", title: "told to end" },
    ],
  },
  {
    id: "disk-full",
    fault: "The disk of the store, or of the server's memory, is full",
    seen: "nothing",
    criterion: "pages are served, a publish is refused with the folder's name, nothing is half written",
    bounds: [],
    proofs: [
      { file: "shell/src/server/releases/storage/power-loss.integration.test.ts", title: "gives" },
      { file: "shell/src/server/continuity/state-files.integration.test.ts", title: "after a write that fails" },
    ],
  },
  {
    id: "third-party-broken",
    fault: "A third party is blocked, hangs, or sends something else",
    seen: "a page without its chat or its banner",
    criterion: "no uncaught error; the page does not wait for it",
    bounds: [],
    proofs: [
      { file: "shell/e2e/consent/bad-vendors.e2e.test.ts", title: "script" },
      { file: "shell/e2e/chat/broken-vendor.full.e2e.test.ts" },
    ],
  },
  {
    id: "browser-limits",
    fault: "No JavaScript, storage blocked, no connection, a page from the back/forward cache",
    seen: "a page to read, with working links",
    criterion: "never an empty page",
    bounds: [],
    proofs: [
      { file: "shell/e2e/no-javascript.e2e.test.ts", title: "every page is complete without JavaScript" },
      { file: "shell/e2e/releases/payload-faults.e2e.test.ts", title: "with cookies and storage blocked" },
      { file: "shell/e2e/browser/offline.sites.e2e.test.ts", title: "without connection a click" },
    ],
  },
  {
    id: "open-tab",
    fault: "A tab stays open over three deploys",
    seen: "a working page; the next move may be a document load",
    criterion: "the files of its releases are still there; at most one reload in 10 seconds",
    bounds: [],
    proofs: [
      { file: "shell/e2e/releases/open-tab.e2e.test.ts" },
      { file: "shell/src/browser/failures/reload-guard.test.ts" },
    ],
  },
  {
    id: "hostile-release",
    fault: "A remote's styles, scripts or HTML try to leave their place, or to take the server with them",
    seen: "nothing",
    criterion: "the release check refuses them; run anyway, no foreign code runs, the server lives and restarts",
    bounds: [],
    proofs: [
      { file: "shell/e2e/faults/hostile-releases.e2e.test.ts" },
      { file: "shell/e2e/hostile/hostile-html.e2e.test.ts" },
      { file: "shell/e2e/releases/hostile-styles.e2e.test.ts" },
      { file: "shell/src/server/composition/render/hostile-server-files.integration.test.ts" },
      { file: "shell/src/server/composition/fragments/hostile-answers.integration.test.ts" },
    ],
  },
  {
    id: "silent-clients",
    fault: "1,000 clients ask and never read; others send their headers slowly",
    seen: "nothing",
    criterion: "memory at most 1.2 times that before; all are ended within 15 seconds",
    bounds: [
      { figure: "memory beside that before", atMost: 1.2, unit: "x" },
      { figure: "seconds until the last is ended", atMost: 15, unit: "s" },
    ],
    proofs: [
      { file: "shell/e2e/faults/silent-clients.e2e.test.ts" },
      { file: "shell/src/server/http/connections.integration.test.ts" },
    ],
  },
  {
    id: "document-broken",
    fault: "A data document is broken, huge, or blocks its reader, also at a restart",
    seen: "the last good menus; the stricter rule for a country",
    criterion: "the last good document stays in force, and no request waits",
    bounds: [],
    proofs: [
      { file: "shell/src/server/data/data-store.integration.test.ts" },
      { file: "shell/e2e/navigation/menu-data.e2e.test.ts", title: "is refused and named" },
    ],
  },
  {
    id: "country-ambiguous",
    fault: "A request's country is named twice, or is a code that does not exist",
    seen: "what the strictest reading allows",
    criterion: "the strictest rule decides every kind of response",
    bounds: [],
    proofs: [
      { file: "shell/e2e/geography/headers.e2e.test.ts" },
      { file: "shell/src/server/visitor/pick-country-rule.test.ts" },
      { file: "shell/src/server/visitor/edge-headers.test.ts" },
    ],
  },
  {
    id: "overload",
    fault: "Twice as many requests come as the server can answer",
    seen: "a page, or 503 at once with the time to try again",
    criterion:
      "0.8 of the pages of the peak are answered for the same processor time; health stays green; as before within 10 seconds",
    bounds: [
      { figure: "pages answered, beside the peak", atLeast: 0.8, unit: "x" },
      { figure: "share of requests refused", atLeast: 0.01, unit: "share" },
      { figure: "health checks that failed", atMost: 0 },
      { figure: "seconds until a page is answered as before", atMost: 10, unit: "s" },
    ],
    proofs: [
      { file: "shell/bench/benches/load.ts" },
      { file: "shell/src/server/http/load-shedder.test.ts" },
      { file: "shell/src/server/http/overload-refusal.integration.test.ts" },
    ],
  },
] as const satisfies readonly FaultRow[];

type Row = (typeof faultTable)[number];
export type FaultId = Row["id"];
/** The figures of a row. */
export type Figure<I extends FaultId> = Extract<Row, { id: I }>["bounds"][number]["figure"];
