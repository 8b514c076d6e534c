import type { FaultRow } from "./fault-row.ts";

/** What fails of our own: APIs, the release store, and the processes and machines that serve and publish. */
export const operationFaults = [
  {
    id: "api-broken",
    fault: "An API answers with 5xx, slowly, malformed or with nothing",
    seen: "the menu and the links of the page",
    criterion: "a GET is tried once more, nothing else is; the menu stays",
    bounds: [],
    proofs: [
      { file: "shared-contracts/src/api/fetch-twice.test.ts" },
      { file: "shell/e2e/navigation/menu-data.full.e2e.test.ts", title: "costs a visitor no menu" },
    ],
  },
  {
    id: "store-down",
    fault: "The release store is gone, or what is in it is damaged",
    seen: "the last good pages",
    criterion: "50 of 50 pages; a gauge says for how long; followed again without a restart",
    bounds: [{ figure: "of 50 pages answered", atLeast: 50 }],
    proofs: [
      { file: "shell/e2e/faults/killed-processes.full.e2e.test.ts", title: "a store that is gone" },
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
        file: "shell/cli/servers/many-servers.integration.test.ts",
        title: "nodes of the cluster are killed",
        needsWholeFile: true,
      },
      { file: "shell/cli/servers/many-servers.integration.test.ts", title: "cut off", needsWholeFile: true },
      { file: "shell/cli/servers/many-servers.integration.test.ts", title: "without any NATS", needsWholeFile: true },
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
      { file: "shell/src/server/releases/signed-store/signed-store-model.integration.test.ts" },
      {
        file: "shell/cli/servers/many-servers.integration.test.ts",
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
      { file: "shell/e2e/faults/two-instances.full.e2e.test.ts", title: "killed" },
      { file: "shell/cli/servers/front-of-two.integration.test.ts" },
      { file: "shell/e2e/faults/killed-server.full.e2e.test.ts" },
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
      { file: "shell/e2e/faults/two-instances.full.e2e.test.ts", title: "restarted" },
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
] as const satisfies readonly FaultRow[];
