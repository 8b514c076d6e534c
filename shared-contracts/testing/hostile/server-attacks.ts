/** What a hostile server file tries while an island is rendered. */
export interface ServerAttack {
  name: string;
  /** A function body with `witness`, `reach()` and `builtin(name)` in scope. It returns what it got at, or throws when it failed. */
  body: string;
  /** A function body of the next render of the same release: it answers `untouched` when the attack left nothing behind. */
  after?: string;
  /** The expected result for the island; `lost` when it answers that itself, or throws. */
  outcome?: RegExp;
  /** The expected result for the island rendered after it. */
  next?: RegExp;
}

/** The targets of attacks outside of their process. */
export interface AttackTargets {
  tcpPort: number;
  udpPort: number;
  /** The process that renders for the test, and one that has nothing to do with it. */
  parent: number;
  bystander: number;
  /** A file with a secret, and one that is not there. */
  secretFile: string;
  newFile: string;
}

/** The text that a failed attack answers. */
export const lost = /^(?:lost|\[)/;

const ended = /^\[(?:its process ended|no answer within)/;

const outside: readonly ServerAttack[] = [
  { name: "reads a file", body: `return builtin("fs").readFileSync(witness.secretFile, "utf8")` },
  { name: "writes a file", body: `builtin("fs").writeFileSync(witness.newFile, "x"); return "wrote"` },
  {
    name: "lists the environment",
    body: `const names = Object.keys(reach().env); if (names.length > 0) return names.join()`,
  },
  {
    name: "reads its parent's environment",
    body: `return builtin("fs").readFileSync("/proc/" + witness.parent + "/environ", "latin1")`,
  },
  { name: "connects by TCP", body: `builtin("net").connect(witness.tcpPort, "127.0.0.1"); return "connecting"` },
  {
    name: "sends a datagram by UDP",
    body: `builtin("dgram").createSocket("udp4").send("x", witness.udpPort, "127.0.0.1"); return "sent"`,
  },
  {
    name: "asks a name server",
    body: `const dns = builtin("dns"); dns.setServers(["127.0.0.1:" + witness.udpPort]); dns.resolve4("secret.example", () => {}); return "asked"`,
  },
  { name: "fetches", body: `fetch("http://127.0.0.1:" + witness.tcpPort); return "fetching"` },
  { name: "ends another process", body: `reach().kill(witness.bystander, "SIGKILL"); return "killed"` },
  {
    name: "asks its parent to open the inspector",
    body: `reach().kill(witness.parent, "SIGUSR1"); return "signalled"`,
  },
  { name: "ends its parent", body: `reach().kill(witness.parent, "SIGTERM"); return "signalled"` },
  {
    name: "opens the inspector",
    body: `builtin("inspector").open(9229, "127.0.0.1"); return builtin("inspector").url()`,
  },
  { name: "starts a process", body: `return builtin("child_process").execSync("id").toString()` },
  { name: "starts a thread", body: `new (builtin("worker_threads").Worker)("1", { eval: true }); return "started"` },
  { name: "asks the shell for a module of Node", body: `return typeof require("node:fs").readFileSync` },
  {
    name: "imports a module of Node",
    body: `import("node:net").then((net) => net.connect(witness.tcpPort, "127.0.0.1")); return "lost"`,
  },
];

const messages: readonly ServerAttack[] = [
  { name: "forges an internal message of Node", body: `reach()._send({ cmd: "NODE_HANDLE_ACK" }); return "sent"` },
  {
    name: "sends messages of its own",
    body: `reach().send({ index: 0, outcome: { ok: true } }); reach().channel.unref(); return "sent"`,
  },
  {
    name: "writes to the descriptors it has",
    body: `for (const one of [1, 3]) builtin("fs").writeSync(one, "\\x00\\x00\\x00\\x02{}"); return "wrote"`,
  },
  {
    name: "says that it is ready again and again",
    body: `for (;;) builtin("fs").writeSync(1, JSON.stringify({ index: -1 }))`,
  },
  { name: "ends its process", body: `reach().exit(0)` },
  { name: "aborts its process", body: `reach().abort()` },
];

const language: readonly ServerAttack[] = [
  {
    name: "replaces Array.prototype.includes",
    body: `Array.prototype.includes = () => true; return "replaced"`,
    after: `return [].includes(1) ? "changed" : "untouched"`,
  },
  {
    name: "adds to Object.prototype",
    body: `Object.prototype.won = 1; return "added"`,
    after: `return "won" in {} ? "changed" : "untouched"`,
  },
  {
    name: "sets a prototype through __proto__",
    body: `({}).__proto__.won = 1; return "added"`,
    after: `return "won" in {} ? "changed" : "untouched"`,
  },
  {
    name: "replaces String.prototype.replaceAll",
    body: `String.prototype.replaceAll = () => ""; return "replaced"`,
    after: `return "a".replaceAll("a", "b") === "b" ? "untouched" : "changed"`,
  },
  {
    name: "replaces JSON.stringify",
    body: `JSON.stringify = () => '{"forged":1}'; return "replaced"`,
    after: `return JSON.stringify([]) === "[]" ? "untouched" : "changed"`,
  },
  {
    name: "adds toJSON to plain objects",
    body: `Object.defineProperty(Object.prototype, "toJSON", { value: () => 1 }); return "added"`,
    after: `return "toJSON" in {} ? "changed" : "untouched"`,
  },
  {
    name: "changes URL and Intl",
    body: `URL.prototype.won = 1; Intl.NumberFormat.prototype.format = () => ""; return "changed"`,
    after: `return "won" in URL.prototype ? "changed" : "untouched"`,
  },
  {
    name: "leaves a global behind",
    body: `globalThis.left = 1; return "left"`,
    after: `return "left" in globalThis ? "changed" : "untouched"`,
  },
  {
    name: "replaces a function of a shared library",
    body: `require("react").createElement = () => 1; return "replaced"`,
    after: `return require("react").createElement("p") === 1 ? "changed" : "untouched"`,
  },
  {
    name: "changes a prototype of a shared library",
    body: `require("react").Component.prototype.render = () => 1; return "changed"`,
    after: `return "render" in require("react").Component.prototype ? "changed" : "untouched"`,
  },
  {
    name: "takes a shared library's internals",
    body: `const found = Object.keys(require("react")).filter((name) => name.startsWith("__")); if (found.length > 0) return found.join()`,
  },
  {
    name: "evaluates code for the process",
    body: `return typeof Function("return process")().getBuiltinModule === "function" ? "found" : "lost"`,
  },
  {
    name: "climbs through constructors",
    body: `
    let caught; try { null.x; } catch (error) { caught = error; }
    let thrown; try { new URL("x"); } catch (error) { thrown = error; }
    for (const one of [context, context.site, require, caught, thrown, new URL("http://x.example"), TextEncoder, Intl, console, module, async () => {}, function* () {}, async function* () {}]) {
      let maker = one; for (let step = 0; step < 4 && maker != null; step += 1) {
        maker = maker.constructor;
        try { const made = maker("return globalThis.process?.getBuiltinModule")(); if (made) return "found"; } catch {}
      }
    }`,
  },
  {
    name: "reads the stack's functions",
    body: `
    let found; Error.prepareStackTrace = (_, sites) => { found = sites; return ""; };
    new Error("x").stack; if (found) return "found"`,
  },
  {
    name: "walks to its callers",
    body: `function inner() { return inner.caller ?? arguments.callee.caller; } if (inner()) return "found"`,
  },
  {
    name: "makes a compartment of its own",
    body: `return typeof new Compartment({ __options__: true }).evaluate("globalThis.process?.getBuiltinModule") === "function" ? "found" : "lost"`,
  },
];

const input: readonly ServerAttack[] = [
  {
    name: "reads the clock",
    body: `
    const times = [Date.now(), +new Date(), Date(), new Intl.DateTimeFormat("en").format(), new Intl.DateTimeFormat("en", { fractionalSecondDigits: 3 }).formatToParts().map(({ value }) => value).join(), new (new Date(0).constructor)(0).getTime()];
    return JSON.stringify(times)`,
    outcome: /^\[0,0,"Thu Jan 01 1970 00:00:00 GMT\+0000 \(Coordinated Universal Time\)","1\/1\/1970","000",0\]$/,
  },
  {
    name: "makes a clock of Date's constructor",
    body: `return String(new (new Date(0).constructor)().getFullYear() > 1971 ? "found" : "lost")`,
  },
  { name: "reads performance", body: `return performance.now()` },
  { name: "draws lots", body: `return Math.random()` },
  { name: "draws lots with crypto", body: `return crypto.randomUUID()` },
  { name: "compiles WebAssembly", body: `return typeof WebAssembly.compile` },
  {
    name: "waits on shared memory",
    body: `Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1e9); return "waited"`,
  },
  { name: "asks when memory is freed", body: `new WeakRef({}); new FinalizationRegistry(() => {}); return "asked"` },
];

const exhaustion: readonly ServerAttack[] = [
  {
    name: "fills the heap",
    body: `const all = []; for (;;) all.push(new Array(10_000).fill(all.length))`,
    outcome: ended,
  },
  {
    name: "fills memory outside of the heap",
    body: `const all = []; for (;;) all.push(new Uint8Array(8 * 1024 * 1024).fill(1))`,
  },
  { name: "never ends", body: `for (;;);`, outcome: ended },
  {
    name: "answers more than is read",
    body: `return "x".repeat(2 * 1024 * 1024)`,
    outcome: /^\[its answer is \d+ bytes, at most 1048576 are read\]$/,
  },
  {
    name: "answers without end",
    body: `return "x".repeat(500 * 1024 * 1024)`,
    outcome: /^\[(?:its answer is \d+ bytes|its process ended)/,
  },
  {
    name: "promises without end",
    body: `const again = () => Promise.resolve().then(again); again(); return "lost"`,
    after: `return "untouched"`,
  },
  { name: "calls itself without end", body: `const again = () => again(); again()` },
  {
    name: "runs after its answer",
    body: `setTimeout(() => { for (;;); }); Promise.resolve().then(() => { for (;;); }); return "lost"`,
    after: `return "untouched"`,
  },
];

/** More than thirty attacks, each of which would succeed against a process that is only denied files, or would end it. */
export const serverAttacks: readonly ServerAttack[] = [...outside, ...messages, ...language, ...input, ...exhaustion];

/** What a hostile island answers or throws instead of text: a JavaScript expression or statement each. */
export const hostileAnswers: readonly string[] = [
  `return { get html() { throw new Error("got"); }, readsVisitor: false }`,
  `return { get html() { for (;;); }, readsVisitor: false }`,
  `return new Proxy({ html: "x", readsVisitor: false }, {})`,
  `const cycle = { html: "x", readsVisitor: false }; cycle.cycle = cycle; return cycle`,
  `return Promise.resolve({ html: "x", readsVisitor: false })`,
  `return { then(resolve) { resolve({ html: "x" }); } }`,
  `return { html: Symbol("x"), readsVisitor: false }`,
  `return { html: 1n, readsVisitor: false }`,
  `return { html: { toString: () => "x" }, readsVisitor: false }`,
  `return { html: () => "x", readsVisitor: false }`,
  `let deep = {}; for (let depth = 0; depth < 200_000; depth += 1) deep = { deep }; return { html: deep, readsVisitor: false }`,
  `throw { get message() { throw 1; }, toString() { throw 2; } }`,
  `throw new Proxy(new Error("x"), { get() { throw 1; } })`,
  `const error = new Error("x"); Object.defineProperty(error, "message", { value: { toString() { throw 1; } } }); throw error`,
  `const error = new Error("x".repeat(5_000_000)); throw error`,
  `const error = new Error("x"); Object.defineProperty(error, "stack", { get() { for (;;); } }); throw error`,
  `throw undefined`,
];

/** Those after which a process goes on: one server file can try them all. */
export const lastingAttacks: readonly ServerAttack[] = [
  ...outside,
  ...messages,
  ...language,
  ...input.filter(({ outcome }) => outcome === undefined),
];

/** A function body that tries all of them, and returns the names of those that won or left something behind. */
export function toAllAttacks(attacks: readonly ServerAttack[]): string {
  const tried = attacks.map(
    ({ name, body, after = `return "untouched"` }) => `
    try { const won = (() => { ${body} })(); if (won !== undefined && won !== "lost" && !/^replaced|^added|^changed|^left/.test(String(won))) all.push(${JSON.stringify(name)} + ": " + won); } catch {}
    try { if ((() => { ${after} })() !== "untouched") all.push(${JSON.stringify(name)} + " stays"); } catch {}`,
  );
  return `const all = [];${tried.join("")}\nreturn "won: " + all.join();`;
}

/** A statement that defines `attack(context)`, which does it. */
export function toAttack(body: string, targets: AttackTargets): string {
  return `
const attack = (context) => {
  const witness = { ...${JSON.stringify(targets)}, context };
  const roads = [
    () => process, () => globalThis.process, () => Function("return process")(), () => (0, eval)("process"), () => require.constructor("return process")(),
    () => (async () => {}).constructor("return process")(), () => context.constructor.constructor("return process")(),
  ];
  const reach = () => {
    for (const road of roads) try { const found = road(); if (found.getBuiltinModule) return found; } catch {}
    throw new Error("lost: there is no process");
  };
  const builtin = (name) => reach().getBuiltinModule(name);
  ${body}
};`;
}

/** The source of a server file that does it: `attack` renders it, `next` what follows, and every other island is good. */
export function toHostileSource(
  { body, after = `return "untouched"` }: Pick<ServerAttack, "body" | "after">,
  targets: AttackTargets,
): string {
  return `${toAttack(body, targets)}
const next = (context) => { ${after} };
exports.render = (key, id, context) => {
  const answer = key === "attack" ? attack(context) ?? "lost" : key === "next" ? next(context) : "good " + key;
  return typeof answer === "object" ? answer : { html: String(answer), readsVisitor: false };
};
exports.describe = () => [];
exports.messages = () => ({});
`;
}
