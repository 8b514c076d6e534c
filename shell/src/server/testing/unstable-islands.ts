import type { IslandSource } from "./check-each.ts";

/** An island that shows a value. */
const show = (value: string, before = ""): IslandSource => ({
  before,
  answer: `{ html: "<p>" + (${value}) + "</p>", head: { title: "x", description: "x" }, readsVisitor: false }`,
});

/** A clock that an island shows. */
export const clocks: [what: string, source: IslandSource][] = [
  ["its component reads", show("new Date().getFullYear()")],
  ["its component formats", show('new Intl.DateTimeFormat("en").format()')],
  ["its server file reads when it is loaded", show("year", "const year = Date();")],
  // The render after it in the same process shows the same.
  ["its component keeps from its first render", show("(year ??= new Date().getFullYear())", "let year;")],
  // A render where there is a window shows the same.
  [
    "its server file reads where there is no window",
    show("year", 'const year = typeof window === "undefined" ? new Date().getFullYear() : 1970;'),
  ],
];

/** What an island shows of the language and the time zone of its process, and how a problem quotes it. */
export const surroundings: [what: string, source: IslandSource, shown: RegExp][] = [
  [
    "a number in the language of the process",
    show("(1234.5).toLocaleString()"),
    /At character 4 of its HTML it shows "1,234\.5<\/p>", and then "١٬٢٣٤٫٥<\/p>"\.$/,
  ],
  [
    "a number as it is formatted by what the server file made when it was loaded",
    show("format.format(7)", "const format = new Intl.NumberFormat();"),
    /shows "7<\/p>", and then "٧<\/p>"\.$/,
  ],
  [
    "a list in the language of the process",
    show('new Intl.ListFormat([]).format(["a", "b"])'),
    /"and b<\/p>", and then "ve b<\/p>"/,
  ],
  ["a capital of the language of the process", show('"i".toLocaleUpperCase()'), /"I<\/p>", and then "İ<\/p>"/],
  [
    "a date in the time zone of the process",
    show('new Intl.DateTimeFormat("en").format(Date.UTC(2026, 0, 1))'),
    /"1\/1\/2026<\/p>", and then "12\/31\/2025<\/p>"/,
  ],
  ["the hour of a date", show("new Date(Date.UTC(2026, 0, 1)).getHours()"), /"0<\/p>", and then "13<\/p>"/],
];

/** How an island differs where there is a window. */
export const windows: [what: string, source: IslandSource][] = [
  ["asks whether there is a window", show('typeof window === "undefined" ? "server" : "browser"')],
  ["asks it when its server file is loaded", show("place", 'const place = typeof document === "object" ? "b" : "s";')],
  ["is wider than a breakpoint", show('typeof window !== "undefined" && innerWidth >= 1024')],
  ["is no narrower than a breakpoint", show('typeof window === "undefined" || window.innerWidth >= 600')],
  ["takes a width of the window", show('typeof window !== "undefined" && window.matchMedia("(width > 9em)").matches')],
  ["shows the language of the browser", show('(globalThis.navigator?.language ?? "en")')],
  ["shows what the browser keeps", show('(typeof localStorage === "object" && localStorage.getItem("seat"))')],
];

/** Islands of which nothing is unstable. */
export const stable: [what: string, source: IslandSource][] = [
  ["asks for a browser and shows the same", show('String(typeof window).replace(/.+/, "same")')],
  ["fails without a real browser", show('(typeof window === "object" ? [...document.forms][0].name : "x")')],
  [
    "is never hydrated and asks whether there is a window",
    { ...show('typeof window === "undefined" ? "server" : "browser"'), hydrate: "never" },
  ],
  [
    "formats in the language of its page and in a named time zone",
    show(
      `(1234.5).toLocaleString("en") + new Date(0).toLocaleString("pt-BR", { timeZone: "UTC" }) + new Intl.DateTimeFormat("en", { timeZone: "Asia/Manila" }).format(0) + "i".toLocaleUpperCase("en") + "a".localeCompare("b", "en")`,
    ),
  ],
];

/** Answers that are no island. */
export const invalid = ["{}", "{ html: 7 }", "'text'"].map((answer): [string, IslandSource] => [answer, { answer }]);

/** An island with faults of its HTML, its texts and its head. */
export const manyFaults: IslandSource = {
  answer: `{ html: '<p style="color:red">{name}</p>', head: { title: "", description: "x" }, readsVisitor: false }`,
};
/** An island that shows how often it was rendered. */
export const counting = show("(count += 1)", "let count = 0;");
