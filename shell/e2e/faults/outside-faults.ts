import type { FaultRow } from "./fault-row.ts";

/** What comes from outside: third parties, browsers, clients, documents, and releases that mean harm. */
export const outsideFaults = [
  {
    id: "third-party-broken",
    fault: "A third party is blocked, hangs, or sends something else",
    seen: "a page without its chat or its banner",
    criterion: "no uncaught error; the page does not wait for it",
    bounds: [],
    proofs: [
      { file: "shell/e2e/consent/bad-vendors.full.e2e.test.ts", title: "script" },
      { file: "shell/e2e/chat/broken-vendor.full.e2e.test.ts", title: "a script that" },
    ],
  },
  {
    id: "browser-limits",
    fault: "No JavaScript, storage blocked, no connection, a page from the back/forward cache",
    seen: "a page to read, with working links",
    criterion: "never an empty page",
    bounds: [],
    proofs: [
      { file: "shell/e2e/no-javascript.full.e2e.test.ts", title: "every page is complete without JavaScript" },
      { file: "shell/e2e/releases/payload-faults.full.e2e.test.ts", title: "with cookies and storage blocked" },
      { file: "shell/e2e/browser/offline.sites.e2e.test.ts", title: "without connection a click" },
    ],
  },
  {
    id: "open-tab",
    fault: "A tab stays open over three deploys",
    seen: "a working page; the next navigation may be a document load",
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
      { file: "shell/e2e/faults/hostile-releases.full.e2e.test.ts" },
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
      { file: "shell/e2e/faults/silent-clients.full.e2e.test.ts" },
      { file: "shell/src/server/http/connections/connections.integration.test.ts" },
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
      { file: "shell/e2e/navigation/menu-data.full.e2e.test.ts", title: "is refused and named" },
    ],
  },
  {
    id: "country-ambiguous",
    fault: "A request's country is named twice, or is a code that does not exist",
    seen: "what the strictest reading allows",
    criterion: "the strictest rule decides every kind of response",
    bounds: [],
    proofs: [
      { file: "shell/e2e/geography/headers.full.e2e.test.ts" },
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
      { file: "shell/src/server/http/connections/load-shedder.test.ts" },
      { file: "shell/src/server/http/connections/overload-refusal.integration.test.ts" },
    ],
  },
] as const satisfies readonly FaultRow[];
