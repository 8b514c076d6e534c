/** The style sheet of the console, with the look of the site, but another typeface. */
export const consoleStyle = `
:root { color-scheme: dark; --ground: #0b0f0e; --raised: #121917; --line: #22302b; --edge: #6b7b74; --ink: #f4f1e8; --muted: #b5bdb6;
  --action: #ff5233; --gold: #e9c46a; --felt: #0f3d2e; --danger: #ff9aa8; --success: #7fd6a3; --light: #f4f1e812;
  --code: ui-monospace, Menlo, Consolas, monospace; }
*, ::before, ::after { box-sizing: border-box; }
html { background: var(--ground); color: var(--ink); font: 400 1rem/1.55 Site, system-ui, sans-serif; overflow-wrap: break-word;
  -webkit-text-size-adjust: 100%; scroll-padding-top: 1rem; }
body { margin: 0; min-height: 100vh; display: flex; flex-direction: column;
  background: radial-gradient(60rem 26rem at 50% -8rem, #14503caa, transparent 75%) no-repeat; }
h1, h2, h3, .share strong, .name strong { font-weight: 800; font-stretch: 125%; line-height: 1.1; letter-spacing: -.015em; text-wrap: balance; }
h1 { margin: 0; font-size: clamp(2rem, 5.5vw, 4rem); line-height: 1; letter-spacing: -.025em; }
h2 { margin: 0 0 1rem; font-size: 1.25rem; }
h3 { margin: 1.5rem 0 .75rem; font-size: 1.0625rem; }
p { margin: 0 0 1rem; max-width: 68ch; }
a { color: inherit; text-decoration-color: var(--edge); text-underline-offset: .2em; }
a:hover { text-decoration-color: var(--action); }
:focus-visible { outline: 3px solid var(--gold); outline-offset: 2px; border-radius: 4px; }
main:focus { outline: none; }
code, .version, pre { font-family: var(--code); font-size: .875em; }
.version, time { display: inline-block; max-width: 100%; }
td .version { white-space: nowrap; }
.long { overflow-wrap: anywhere; }
.quiet { color: var(--muted); font-size: .9375rem; }
.visually-hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.skip { position: absolute; left: 1rem; top: -4rem; z-index: 1; padding: .75rem 1rem; border-radius: 8px; background: var(--ink); color: var(--ground); }
.skip:focus { top: 1rem; }

.top, main, .foot { width: min(1244px, 100% - 2 * clamp(1.25rem, 5vw, 2.5rem)); margin-inline: auto; }
.top { display: flex; flex-wrap: wrap; align-items: center; gap: .5rem 2rem; padding-block: 1rem; }
.name { display: flex; align-items: center; gap: .6rem; min-height: 2.75rem; text-decoration: none; }
.chip { width: 1.5rem; height: 1.5rem; border: 4px dashed var(--ink); border-radius: 50%; background: var(--action); }
.top nav { flex: 1; }
.top ul { display: flex; flex-wrap: wrap; gap: .25rem; margin: 0; padding: 0; list-style: none; }
.top nav a { display: block; padding: .6rem .9rem; border-radius: 99px; color: var(--muted); text-decoration: none; font-weight: 600; }
.top nav a:hover { color: var(--ink); background: var(--light); }
.top nav a[aria-current] { color: var(--ink); background: var(--felt); }
.reader { display: flex; align-items: center; gap: .75rem; font-size: .9375rem; }
main { flex: 1; padding-block: clamp(2rem, 6vw, 4.5rem) clamp(3rem, 8vw, 6rem); }
.lede { margin-top: 1rem; color: var(--muted); font-size: clamp(1.0625rem, 1rem + .4vw, 1.25rem); }
.foot { display: flex; flex-wrap: wrap; justify-content: space-between; gap: .5rem 2rem; padding-block: 1.5rem 2.5rem; color: var(--muted); font-size: .875rem; }

.cards { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(24rem, 100%), 1fr)); gap: 1.25rem; margin-top: 2.5rem; align-items: start; }
.cards.two { grid-template-columns: repeat(auto-fit, minmax(min(30rem, 100%), 1fr)); }
.card { min-width: 0; padding: clamp(1.25rem, 3vw, 2rem); border-radius: 14px; background: var(--raised); box-shadow: inset 0 0 0 1px var(--light), 0 1px 0 #0006; }
.card > :last-child, .card > :last-child > :last-child { margin-bottom: 0; }
.wide { grid-column: 1 / -1; }
.notice { margin: 0; max-width: none; padding: 1rem 1.25rem; border-radius: 14px; border-left: 4px solid var(--gold); background: #2b2207; }
.notice.bad { border-color: var(--danger); background: #2c1418; }

.scroller { overflow-x: auto; border-radius: 4px; }
table { width: 100%; border-collapse: collapse; font-size: .9375rem; font-variant-numeric: tabular-nums; }
th, td { padding: .7rem 1.25rem .7rem 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: baseline; }
tbody tr:last-child > * { border-bottom: 0; }
thead th { padding-top: 0; color: var(--muted); font-weight: 400; font-size: .8125rem; white-space: nowrap; }
tbody th { font-weight: 600; white-space: nowrap; }
th:last-child, td:last-child { padding-right: 0; }
.figure { text-align: right; white-space: nowrap; }
td .label { display: none; }
td time { white-space: nowrap; }
.choice { padding-block: .3rem; cursor: pointer; }
.choice input { width: 1.25rem; height: 1.25rem; margin: 0 .6rem 0 0; vertical-align: -.25rem; accent-color: var(--action); }
.pin { display: block; margin-top: .35rem; }
td .badge { white-space: normal; border-radius: .8rem; }
.scroller + p { margin-top: .75rem; }

.badge { display: inline-block; padding: .05rem .6rem; border-radius: 99px; font: 600 .8125rem/1.6 Site, system-ui, sans-serif; letter-spacing: 0; white-space: nowrap; vertical-align: middle; }
.badge.good { background: #16392b; color: var(--success); }
.badge.warn { background: #3a2f0d; color: var(--gold); }
.badge.plain { background: var(--light); color: var(--muted); }
.actions { display: flex; flex-wrap: wrap; align-items: center; gap: .5rem 1rem; max-width: none; margin-bottom: 0; }
td .actions { flex-wrap: nowrap; gap: 1rem; }
.act, button, .button { display: inline-flex; align-items: center; min-height: 2.5rem; padding: .45rem 1.1rem; border: 1px solid var(--edge); border-radius: 99px;
  background: none; color: var(--ink); font: 600 .9375rem/1.3 Site, system-ui, sans-serif; text-decoration: none; cursor: pointer; }
.act:hover, button:hover { border-color: var(--ink); }
td .act { min-height: 1.75rem; padding: .2rem .75rem; font-size: .875rem; white-space: nowrap; }
.act.primary, button.primary { border-color: var(--action); background: var(--action); color: var(--ground); }
.act.primary:hover, button.primary:hover { background: #ff7357; border-color: #ff7357; }
button.plain { min-height: 2.25rem; padding: .3rem .9rem; font-size: .875rem; }

.changes { margin: 0 0 1rem; padding: 0; list-style: none; }
.changes li { padding: .25rem 0; overflow-wrap: anywhere; }
.changes del { color: var(--muted); text-decoration-color: var(--danger); }
.changes ins { text-decoration: none; color: var(--success); }
.facts { display: grid; gap: .6rem; margin: 0 0 1rem; }
.facts div { display: grid; grid-template-columns: 7rem 1fr; gap: 0 1rem; }
.facts dt { color: var(--muted); }
.facts dd { margin: 0; min-width: 0; overflow-wrap: anywhere; }
.checks { display: flex; flex-wrap: wrap; gap: .4rem; margin: 0; padding: 0; list-style: none; }
.checks li { padding: .1rem .7rem; border-radius: 99px; background: var(--light); font-size: .875rem; }
.share strong { font-size: clamp(1.75rem, 1.3rem + 2vw, 3rem); }
meter { display: block; width: 100%; height: .6rem; margin-bottom: 1rem; border: 0; border-radius: 99px; background: var(--line); }
meter::-webkit-meter-bar { border: 0; border-radius: 99px; background: var(--line); }
meter::-webkit-meter-optimum-value { border-radius: 99px; background: var(--gold); }
meter::-moz-meter-bar { border-radius: 99px; background: var(--gold); }

.charts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(14rem, 100%), 1fr)); gap: 1rem 2rem; margin-bottom: 1rem; }
.chart { margin: 0; }
.chart figcaption { color: var(--muted); font-size: .8125rem; }
.chart svg { display: block; width: 100%; height: auto; max-width: 22rem; }
.chart .scale { stroke: var(--line); stroke-width: 2; stroke-linecap: round; }
.chart .interval { stroke: currentcolor; stroke-width: 3; stroke-linecap: round; opacity: .6; }
.chart circle { fill: currentcolor; }
.chart .stable circle { fill: var(--raised); stroke: currentcolor; stroke-width: 2; }
.chart .stable, .dot.stable { color: var(--muted); }
.chart .canary, .dot.canary { color: var(--gold); }
.dot { display: inline-block; margin: 0 .15rem 0 .75rem; width: .7rem; height: .7rem; border: 2px solid; border-radius: 50%; print-color-adjust: exact; }
.dot.canary { background: currentcolor; }

.timeline { margin: 2.5rem 0 1.5rem; padding: 0; list-style: none; }
.timeline > li { position: relative; padding: 0 0 2.25rem 2.25rem; }
.timeline > li::before { content: ""; position: absolute; left: 0; top: .3rem; width: .9rem; height: .9rem; border: 3px solid var(--edge); border-radius: 50%; background: var(--ground); }
.timeline > li::after { content: ""; position: absolute; left: calc(.45rem - 1px); top: 1.5rem; bottom: 0; width: 2px; background: var(--line); }
.timeline > li:last-child::after { display: none; }
.legend .dot:first-child { margin-left: 0; }
.charts + .scroller { margin-bottom: 1.25rem; }
.timeline > .now::before { border-color: var(--action); background: var(--action); }
.timeline h2 { margin: 0; }
.timeline p { margin: .25rem 0 .5rem; }
blockquote { margin: 0 0 .75rem; padding-left: .9rem; border-left: 2px solid var(--line); max-width: 68ch; overflow-wrap: anywhere; }

form.fields { display: grid; gap: 1.25rem; }
form.fields > * { min-width: 0; max-width: 40rem; }
form.inline { grid-template-columns: repeat(auto-fit, minmax(min(18rem, 100%), 1fr)); align-items: end; }
form.inline > .hint { grid-column: 1 / -1; max-width: none; margin: 0; }
label { display: block; margin-bottom: .35rem; font-weight: 600; }
input:not([type="checkbox"]), select { width: 100%; min-width: 0; min-height: 2.75rem; padding: .6rem .8rem; border: 1px solid var(--edge); border-radius: 8px; background: var(--ground); color: inherit; font: inherit; }
.hint { display: block; margin-top: .35rem; color: var(--muted); font-size: .875rem; }
pre.command { margin: 0 0 1rem; padding: 1rem 1.25rem; overflow-x: auto; border-radius: 8px; background: var(--ground); box-shadow: inset 0 0 0 1px var(--line); line-height: 1.6;
  white-space: pre-wrap; overflow-wrap: anywhere; user-select: all; }
[hidden] { display: none !important; }
.apart { margin-top: 2.5rem; }
.says { margin-top: 1.5rem; }
.says summary { width: fit-content; padding: .35rem 0; color: var(--muted); cursor: pointer; }
.says .facts { margin-top: .75rem; font-size: .9375rem; }
button:disabled { opacity: .6; cursor: progress; }
ol.steps { padding-left: 1.4rem; }
ol.steps > li { margin-bottom: 1rem; }

.pages { columns: 20rem; margin: 0; padding: 0; list-style: none; }
.pages li { padding: .2rem 0; break-inside: avoid; overflow-wrap: anywhere; }
.diff { width: 100%; table-layout: fixed; font: .8125rem/1.5 var(--code); }
.diff th, .diff td { padding: .1rem .6rem; border: 0; white-space: pre-wrap; overflow-wrap: anywhere; vertical-align: top; }
.diff thead th { padding-block: .5rem; font: 600 .875rem/1.4 Site, system-ui, sans-serif; }
.diff .number { width: 3.5rem; color: var(--edge); color: #93a19b; text-align: right; user-select: none; }
.diff .gap td { padding-block: .35rem; background: var(--ground); color: var(--muted); text-align: center; }
.diff :is(.old, .new) { position: relative; padding-left: 1.5rem; }
.diff .same td:not(.number) { padding-left: 1.5rem; }
.diff .old { background: #2c1418; }
.diff .old::before { content: "−"; content: "−" / "removed: "; }
.diff .new { background: #10281e; }
.diff .new::before { content: "+"; content: "+" / "added: "; }
.diff :is(.old, .new)::before { position: absolute; left: .5rem; }
.diff del { background: #6b2430; color: #fff; text-decoration: none; border-radius: 3px; }
.diff ins { background: #1c5a40; color: #fff; text-decoration: none; border-radius: 3px; }

@media (max-width: 63.99rem) {
  .top { gap: .25rem 1rem; }
  .name { flex: 1; }
  .top nav { order: 3; flex-basis: 100%; margin-inline: -.6rem; overflow-x: auto; }
  .top ul { flex-wrap: nowrap; }
  th, td { padding-right: .75rem; }
  td .actions { flex-wrap: wrap; gap: .4rem; }
}
@media (max-width: 47.99rem) {
  .top ul { gap: 0; }
  .top nav a { padding: .55rem .6rem; font-size: .9375rem; }
  .rows, .rows tbody, .rows tr, .rows th, .rows td { display: block; }
  .rows thead { display: none; }
  .rows tr { padding-block: .9rem; border-bottom: 1px solid var(--line); }
  .rows tr:first-child { padding-top: 0; }
  .rows tr:last-child { padding-bottom: 0; border-bottom: 0; }
  .rows th, .rows td { padding: .1rem 0; border: 0; text-align: left; }
  .rows tbody th { padding-bottom: .35rem; }
  .rows td { display: grid; grid-template-columns: 7rem 1fr; gap: 0 1rem; align-items: baseline; }
  .rows td:not(:has(> .value:not(:empty))) { display: none; }
  .rows td .value { min-width: 0; }
  .rows td .label { display: block; color: var(--muted); font-size: .8125rem; white-space: normal; }
  .reader > span { display: none; }
  .facts div { grid-template-columns: 1fr; }
  .diff, .diff tbody, .diff tr, .diff td { display: block; width: auto; }
  .diff thead, .diff .number, .diff tr.same td:last-child, .diff td:empty { display: none; }
}
@media (prefers-reduced-motion: no-preference) { .act, button, .top nav a { transition: border-color 120ms, background-color 120ms, color 120ms; } }
@media (forced-colors: active) { :root { --raised: Canvas; --muted: CanvasText; --gold: CanvasText; }
  .chart .scale { stroke: GrayText; stroke-width: 1; } .card { border: 1px solid; } .chip, .dot { forced-color-adjust: none; } .top nav a[aria-current] { border: 1px solid; } }
/* Neither shows backgrounds: a changed part is underlined. */
@media print, (forced-colors: active) { .diff :is(del, ins) { text-decoration: underline 2px; } }
@media print { :root { color-scheme: light; --ground: #fff; --raised: #fff; --ink: #000; --muted: #333; --line: #ccc; --success: #000; --danger: #000; --gold: #000; }
  body, .notice, .badge, .diff * { background: none !important; color: inherit !important; } .top nav, .actions, .reader { display: none; } }
`;
