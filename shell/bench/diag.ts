import { brotliCompressSync, brotliDecompressSync, constants as C } from "node:zlib";
import { createServer } from "node:http";
import { runInRoom } from "./harness/room.ts";
import { serveSite } from "./harness/serve-site.ts";
import { stripScripts } from "./harness/floor.ts";
import { fetchPage } from "./harness/fetch-page.ts";
import { openFront } from "./harness/nginx.ts";
import { slowDown } from "./harness/slow-network.ts";
import { openBrowser, visit } from "./harness/browser.ts";
await runInRoom({ name: "d", about: "", async run(room) {
  const site = await serveSite(room);
  const html = (await fetchPage(site.origin, "/", {})).body.toString();
  const br = (t: string) => brotliCompressSync(Buffer.from(t), { params: { [C.BROTLI_PARAM_QUALITY]: 11 , [C.BROTLI_PARAM_SIZE_HINT]: t.length} });
  const full = br(html);
  for (const n of [13000, 13500, 13617, 13700, 14336]) { const d = brotliDecompressSync(full.subarray(0, n), { finishFlush: C.BROTLI_OPERATION_FLUSH }).toString(); console.log(n, d.length, JSON.stringify(d.slice(-160))); }
  console.log("css end", html.indexOf("</style>"), "br of head+css", br(html.slice(0, html.indexOf("</style>"))).length, "main at", html.indexOf("<main"), "br up to main", br(html.slice(0, html.indexOf("<main"))).length);
  const s = stripScripts(html, "android");
  const json = [...html.matchAll(/<script type="application\/json".*?<\/script>/gs)].map((m) => m[0]).join("");
  const boot = /<script>.*?<\/script>/s.exec(html)?.[0] ?? "";
  const variants: Record<string, string> = { floor: s, "floor+json": s.replace("</body>", () => json + "</body>"), "floor+boot": s.replace(/<body[^>]*>/, (b) => b + boot), "floor+both": s.replace("</body>", () => json + "</body>").replace(/<body[^>]*>/, (b) => b + boot), whole: html };
  const bodies = Object.fromEntries(Object.entries(variants).map(([k, v]) => [k, br(v)]));
  for (const [k, b] of Object.entries(bodies)) console.log(k, b.length, variants[k]?.length);
  const server = createServer((q, r) => { const b = bodies[decodeURIComponent((q.url ?? "").slice(2))]; if (!b) return r.writeHead(404).end(); r.writeHead(200, { "content-type": "text/html; charset=utf-8", "content-encoding": "br" , "content-length": b.length}).end(b); });
  await new Promise<void>((d) => server.listen(0, "127.0.0.1", d)); room.defer(() => server.close());
  const front = await openFront(room, site.origin, `http://127.0.0.1:${(server.address() as any).port}`);
  const browser = await openBrowser(room, front.trusted);
  const o = `https://127.0.0.1:${await slowDown(room, front.floor)}`; const real = `https://127.0.0.1:${await slowDown(room, front.site)}`;
  const urls: Record<string, string> = { ...Object.fromEntries(Object.keys(variants).map((k) => [k, `${o}/?${encodeURIComponent(k)}`])), site: real + "/" };
  const got: Record<string, number[][]> = {};
  for (let i = 0; i < 9; i++) for (const k of i % 2 ? Object.keys(urls) : Object.keys(urls).reverse()) {
    const { page, close } = await visit(browser, "phone");
    await page.goto(urls[k] ?? "", { waitUntil: "load" });
    const r = await page.evaluate(() => { const n = performance.getEntriesByType("navigation")[0] as PerformanceNavigationTiming; return [performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0, n.responseStart, n.responseEnd, n.domInteractive, n.loadEventStart]; });
    (got[k] ??= []).push(r); await close();
  }
  for (const [k, rs] of Object.entries(got)) console.log(k.padEnd(12), ["fcp", "respStart", "respEnd", "domInter", "load"].map((n, i) => { const v = rs.map((r) => r[i] ?? 0).sort((a, b) => a - b); return `${n} ${Math.round(v[4] ?? 0)} (min ${Math.round(v[0] ?? 0)})`; }).join("  "));
  return { figures: [], notes: [] };
} }, { rounds: 5, store: "/tmp/bench-store" }, console.log);
process.exit(0);
