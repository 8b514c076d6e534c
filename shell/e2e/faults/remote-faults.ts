import type { FaultRow } from "./fault-row.ts";

/** What a remote does wrong: its scripts in the browser, its rendering on the server, and its releases. */
export const remoteFaults = [
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
      { file: "shell/e2e/faults/broken-browser-code.full.e2e.test.ts" },
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
    criterion: "every other island is hydrated",
    bounds: [{ figure: "share of the other islands that are hydrated", atLeast: 1, unit: "share" }],
    proofs: [{ file: "shell/e2e/faults/broken-browser-code.full.e2e.test.ts", title: "throws while it renders" }],
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
    proofs: [{ file: "shell/e2e/releases/render-faults.full.e2e.test.ts", title: "a header that throws" }],
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
      { file: "shell/e2e/releases/render-faults.full.e2e.test.ts", title: "a header that loops" },
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
      { file: "shell/e2e/releases/render-faults.full.e2e.test.ts", title: "a header that fills" },
      { file: "shell/src/server/composition/render/render-pool.integration.test.ts", title: "leaks memory" },
    ],
  },
  {
    id: "release-refused",
    fault: "A release needs another React, another contract, or does not render",
    seen: "nothing",
    criterion: "it is refused with its reason, and what is live stays",
    bounds: [],
    proofs: [{ file: "shell/e2e/releases/refusals.full.e2e.test.ts" }],
  },
] as const satisfies readonly FaultRow[];
