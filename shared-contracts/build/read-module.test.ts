import { describe, expect, test } from "vitest";
import { readModule } from "./read-module.ts";

const read = (source: string) => readModule("src/ui/a.tsx", source);

describe("from the code of a file the build reads", () => {
  test.each<[string, object]>([
    [`<Slot name="download/button" variant="hero" />`, { slots: ["download/button#hero"] }],
    [`<Slot name="download/button" />`, { slots: ["download/button"] }],
    [`<Slot name={wide ? "a/b" : "c/d"} variant={"x"} />`, { slots: ["a/b#x", "c/d#x"] }],
    [`<Slot name="a/b" variant={variant} />`, { slots: ["a/b#*"] }],
    [
      `services().bus.emit("download:started", { platform: client, url });`,
      { sends: [{ event: "download:started", fields: ["platform", "url"] }] },
    ],
    [`bus.emit("toast:requested", { id, ...more });`, { sends: [{ event: "toast:requested", fields: ["id", "*"] }] }],
    [`const { emit } = bus; emit("menu:toggled", detail);`, { sends: [{ event: "menu:toggled", fields: ["*"] }] }],
    [
      `bus.on("route:changed", ({ name, path: here }) => show(name, here));`,
      { hears: [{ event: "route:changed", fields: ["name", "path"] }] },
    ],
    [
      `bus.on("route:changed", (page) => { show(page.name); });`,
      { hears: [{ event: "route:changed", fields: ["name"] }] },
    ],
    [`bus.on("route:changed", show);`, { hears: [{ event: "route:changed", fields: [] }] }],
    [
      `const wishes = ["toast:updated", "toast:cleared"] as const; for (const name of wishes) bus.on(name, take);`,
      {
        hears: [
          { event: "toast:updated", fields: [] },
          { event: "toast:cleared", fields: [] },
        ],
      },
    ],
    [
      `addEventListener(toDomEventType("route:changed"), show); addEventListener("site:menu:toggled", show);`,
      {
        hears: [
          { event: "route:changed", fields: [] },
          { event: "menu:toggled", fields: [] },
        ],
      },
    ],
    [
      `window.dispatchEvent(new CustomEvent("site:download:started", { detail }));`,
      { sends: [{ event: "download:started", fields: ["*"] }] },
    ],
    [`emitter.emit("cart:changed", cart); player.on("volume:changed", show);`, {}],
    [
      `bus.on("cart:changed", show); addEventListener("site:cart:emptied", show);`,
      {
        hears: [
          { event: "cart:changed", fields: [] },
          { event: "cart:emptied", fields: [] },
        ],
      },
    ],
    [`process.on(signal, end); element.addEventListener("click", end); socket.on("error", end);`, {}],
    [`type A = { on: "route:changed" }; // bus.on("menu:toggled", x)`, {}],
    [
      `import type { A } from "./a.ts"; import { b, type C } from "./b.ts"; import "./c.css"; export * from "./d.ts"; const e = () => import("./e.ts");`,
      { imports: ["./b.ts", "./c.css", "./d.ts", "./e.ts"] },
    ],
  ])("%s", (source, uses) => {
    expect(read(source)).toEqual({ imports: [], slots: [], sends: [], hears: [], ...uses });
  });
});

describe("the build ends, with file and line, when the code does not say", () => {
  test.each([
    [
      "which event it sends",
      `\nconst tell = (name) => bus.emit(name, {});`,
      "src/ui/a.tsx:2: the name of an event that it sends is not written here",
    ],
    [
      "which event it hears",
      `services().bus.on(names[0], take);`,
      "src/ui/a.tsx:1: the name of an event that it hears is not written here",
    ],
    [
      "which island a slot is for",
      `<Slot {...rest} name={name} />`,
      "src/ui/a.tsx:1: the name of a slot is not written here",
    ],
    [
      "a slot without a package",
      `\n<Slot name="button" />`,
      'src/ui/a.tsx:2: a slot asks for "button", which no island can be named. Write its package and its island',
    ],
    ["a slot without a name", `<Slot variant="hero" />`, 'src/ui/a.tsx:1: a slot asks for "#hero", which'],
    ["a slot in capitals", `<Slot name="a/b" variant="Hero" />`, 'src/ui/a.tsx:1: a slot asks for "a/b#Hero", which'],
  ])("%s", (_what, source, message) => {
    expect(() => read(source)).toThrow(message);
  });
});
