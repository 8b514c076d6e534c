import { describe, expect, expectTypeOf, test } from "vitest";
import { createEventBus, toDomEventType } from "./event-bus.ts";
import type { SiteEventName, SiteEvents } from "./events.ts";

/** Runs `act` and gives what was thrown outside of any call, as a browser reports it to `window.onerror`. */
async function catchStray(act: () => void): Promise<unknown> {
  const others = process.listeners("uncaughtException");
  process.removeAllListeners("uncaughtException");
  try {
    return await new Promise((resolve) => {
      process.once("uncaughtException", resolve);
      act();
    });
  } finally {
    for (const listener of others) process.on("uncaughtException", listener);
  }
}

describe("the event bus", () => {
  test("calls every listener of an event, in the order of subscription, before emit returns", () => {
    const bus = createEventBus(new EventTarget());
    const heard: string[] = [];
    bus.on("toast:requested", ({ text }) => heard.push(`first ${text}`));
    bus.on("toast:requested", ({ text }) => heard.push(`second ${text}`));
    bus.emit("toast:requested", { text: "saved" });
    expect(heard).toEqual(["first saved", "second saved"]);
  });

  test("does not call listeners of another event", () => {
    const bus = createEventBus(new EventTarget());
    const heard: unknown[] = [];
    bus.on("download:started", (detail) => heard.push(detail));
    bus.emit("download:refused", { platform: "windows" });
    expect(heard).toEqual([]);
  });

  test("stops calling a listener that unsubscribed, and only that one", () => {
    const bus = createEventBus(new EventTarget());
    const heard: string[] = [];
    const leave = bus.on("menu:toggled", () => heard.push("left"));
    bus.on("menu:toggled", () => heard.push("stays"));
    leave();
    leave();
    bus.emit("menu:toggled", { open: true });
    expect(heard).toEqual(["stays"]);
  });

  test("stops calling a listener whose signal aborted", () => {
    const bus = createEventBus(new EventTarget());
    const heard: boolean[] = [];
    const controller = new AbortController();
    bus.on("chat:availability-changed", ({ available }) => heard.push(available), { signal: controller.signal });
    bus.emit("chat:availability-changed", { available: true });
    controller.abort();
    bus.emit("chat:availability-changed", { available: false });
    expect(heard).toEqual([true]);
  });

  test("a listener that throws affects neither the other listeners nor the emitter", async () => {
    const bus = createEventBus(new EventTarget());
    const heard: string[] = [];
    bus.on("chat:requested", () => {
      throw new Error("a remote's mistake");
    });
    bus.on("chat:requested", ({ from }) => heard.push(from));
    const stray = await catchStray(() => {
      bus.emit("chat:requested", { from: "quick-area" });
      heard.push("emitted");
    });
    expect(heard).toEqual(["quick-area", "emitted"]);
    expect(stray).toMatchObject({ message: "a remote's mistake" });
  });

  test("a listener that throws is called again for the next event", async () => {
    const bus = createEventBus(new EventTarget());
    let calls = 0;
    bus.on("menu:toggled", () => {
      calls += 1;
      if (calls === 1) throw new Error("once");
    });
    await catchStray(() => bus.emit("menu:toggled", { open: true }));
    bus.emit("menu:toggled", { open: false });
    expect(calls).toBe(2);
  });

  test("a plain script hears events as CustomEvents named site:owner:happened", () => {
    const target = new EventTarget();
    const heard: unknown[] = [];
    target.addEventListener("site:download:started", (event) =>
      heard.push(event instanceof CustomEvent && event.detail),
    );
    createEventBus(target).emit("download:started", { platform: "osx", url: "/download/installer/osx" });
    expect(heard).toEqual([{ platform: "osx", url: "/download/installer/osx" }]);
    expect(toDomEventType("route:changed")).toBe("site:route:changed");
  });

  test("a DOM event of that type which was not emitted through a bus is not passed on", () => {
    const target = new EventTarget();
    const heard: unknown[] = [];
    createEventBus(target).on("menu:toggled", (detail) => heard.push(detail));
    target.dispatchEvent(new Event("site:menu:toggled"));
    expect(heard).toEqual([]);
  });
});

describe("the types of events", () => {
  test("names and details come from one map, and a typo does not compile", () => {
    const bus = createEventBus(new EventTarget());
    expectTypeOf<SiteEvents["download:started"]>().toEqualTypeOf<{
      platform: "windows" | "osx" | "ios" | "android" | "mobile";
      url: string;
    }>();
    expectTypeOf<"route:changed">().toExtend<SiteEventName>();
    bus.on("route:changed", (detail) =>
      expectTypeOf(detail).toEqualTypeOf<{ path: string; name: string; title: string }>(),
    );
    // @ts-expect-error unknown event
    bus.emit("download:begun", { platform: "windows", url: "/" });
    // @ts-expect-error unknown event
    bus.on("menu:opened", () => undefined);
    // @ts-expect-error an unknown platform
    bus.emit("download:started", { platform: "linux", url: "/" });
    // @ts-expect-error a missing detail
    bus.emit("menu:toggled", {});
    expectTypeOf(bus.on("menu:toggled", () => undefined)).toEqualTypeOf<() => void>();
  });
});
