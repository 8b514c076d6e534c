import { after, type Begun } from "./after-call.browser.ts";
import { readFrames } from "./find-place.browser.ts";
import { watchDocument } from "./watch-document.browser.ts";

interface Listener extends Begun {
  type: unknown;
  listener: unknown;
  capture: boolean;
}

/** Everything that the remote's code began and has not ended, by the object that it was begun on. */
const listeners = new Map<EventTarget, Listener[]>();
const observed = new Map<unknown, Map<Node | undefined, Begun>>();
const timers = new Map<string, Begun>();
const opened = new Map<unknown, Begun>();

/** Objects that are open as soon as they are constructed, each with the method that closes it. */
const closedBy = { BroadcastChannel: "close", EventSource: "close", WebSocket: "close", Worker: "terminate" };

/** Notes from now on what the remote's code begins and ends. Called before any of it runs. */
export function watchLeft(): void {
  watchDocument();
  const setTimer = window.setTimeout.bind(window);
  const nextFrame = window.requestAnimationFrame.bind(window);
  const listen = EventTarget.prototype.addEventListener;
  after(EventTarget.prototype, "addEventListener", (self, [type, listener, options], frames) => {
    const target = self instanceof EventTarget ? self : window;
    const { capture, once, signal } = readOptions(options);
    const known = listeners.get(target) ?? [];
    if (!outlivesIslands(target) || signal?.aborted || known.some((one) => isSame(one, type, listener, capture)))
      return;
    const name = String(type).replace(/^site:/, "");
    const begun = { type, listener, capture, frames, text: `A listener for ${name} stays on ${toName(target)}.` };
    listeners.set(target, [...known, begun]);
    const forget = (): void => forgetListener(target, type, listener, capture);
    if (once) listen.call(target, String(type), forget, { once: true, capture });
    if (signal) listen.call(signal, "abort", forget, { once: true });
  });
  after(EventTarget.prototype, "removeEventListener", (self, [type, listener, options]) =>
    forgetListener(self instanceof EventTarget ? self : window, type, listener, readOptions(options).capture),
  );
  after(window, "setInterval", (_self, [, milliseconds], frames, id) => {
    timers.set(`timer ${String(id)}`, { frames, text: `An interval of ${Number(milliseconds ?? 0)} ms goes on.` });
  });
  after(window, "setTimeout", (_self, [, milliseconds], frames, id) => {
    const wait = Number(milliseconds ?? 0);
    timers.set(`timer ${String(id)}`, { frames, text: `A timeout of ${wait} ms is still to come.` });
    setTimer(() => timers.delete(`timer ${String(id)}`), wait);
  });
  after(window, "requestAnimationFrame", (_self, _values, frames, id) => {
    timers.set(`frame ${String(id)}`, { frames, text: "A loop of animation frames goes on." });
    nextFrame(() => timers.delete(`frame ${String(id)}`));
  });
  for (const name of ["clearInterval", "clearTimeout"])
    after(window, name, (_self, [id]) => void timers.delete(`timer ${String(id)}`));
  after(window, "cancelAnimationFrame", (_self, [id]) => void timers.delete(`frame ${String(id)}`));
  for (const name of ["MutationObserver", "ResizeObserver", "IntersectionObserver", "PerformanceObserver"]) {
    const { prototype }: { prototype: object } = Reflect.get(window, name);
    after(prototype, "observe", (self, [first], frames) => {
      const target = first instanceof Node ? first : undefined;
      const text = `A ${name} goes on${target ? ` at ${toName(target)}` : ""}.`;
      const all = observed.get(self) ?? new Map<Node | undefined, Begun>();
      observed.set(self, all.set(target, { frames, text }));
    });
    after(prototype, "unobserve", (self, [target]) => {
      if (target instanceof Node) observed.get(self)?.delete(target);
    });
    after(prototype, "disconnect", (self) => void observed.delete(self));
  }
  for (const [name, end] of Object.entries(closedBy)) {
    const { prototype } = afterNew(name, (made, frames) => {
      opened.set(made, { frames, text: `A ${name} is still open.` });
      // The other side may close it too.
      if (made instanceof WebSocket) listen.call(made, "close", () => opened.delete(made));
    });
    after(prototype, end, (self) => void opened.delete(self));
  }
}

/** Everything that the remote's code began and has not ended, except on elements that were removed with their islands. */
export function listLeft(): Begun[] {
  const heard = [...listeners].flatMap(([target, all]) => (outlivesIslands(target) ? all : []));
  const seen = [...observed.values()].flatMap((all) =>
    [...all].flatMap(([target, begun]) => (target && !outlivesIslands(target) ? [] : [begun])),
  );
  return [...heard, ...seen, ...timers.values(), ...opened.values()].filter(({ frames }) => frames.length > 0);
}

/** Calls back with each object that is made of a class of the browser. @returns the class as it was */
function afterNew(name: string, note: (made: object, frames: string[]) => void): { prototype: object } {
  const original: { new (): object; prototype: object } = Reflect.get(window, name);
  const construct = (target: typeof original, values: unknown[], made: typeof original): object => {
    const result: object = Reflect.construct(target, values, made);
    note(result, readFrames(new Error().stack));
    return result;
  };
  Reflect.set(window, name, new Proxy(original, { construct }));
  return original;
}

function forgetListener(target: EventTarget, type: unknown, listener: unknown, capture: boolean): void {
  const rest = (listeners.get(target) ?? []).filter((one) => !isSame(one, type, listener, capture));
  if (rest.length > 0) listeners.set(target, rest);
  else listeners.delete(target);
}

function isSame(one: Listener, type: unknown, listener: unknown, capture: boolean): boolean {
  return one.type === type && one.listener === listener && one.capture === capture;
}

function readOptions(options: unknown): { capture: boolean; once: boolean; signal: AbortSignal | undefined } {
  if (typeof options !== "object" || options === null)
    return { capture: options === true, once: false, signal: undefined };
  const signal: unknown = Reflect.get(options, "signal");
  return {
    capture: Reflect.get(options, "capture") === true,
    once: Reflect.get(options, "once") === true,
    signal: signal instanceof AbortSignal ? signal : undefined,
  };
}

/** An element of an island goes with the island; a request or a signal goes with what uses it. */
function outlivesIslands(target: EventTarget): boolean {
  if (target instanceof Node)
    return target.isConnected && !(target instanceof Element && target.closest("[data-island]"));
  return toName(target) !== "";
}

/** How a person calls what outlives an island; nothing for what does not. */
function toName(target: EventTarget): string {
  if (target === window) return "the window";
  if (target === document) return "the document";
  if (target instanceof Element) return `<${target.localName}>`;
  if (target instanceof MediaQueryList) return `the media query ${target.media}`;
  if (target === window.visualViewport) return "the visual viewport";
  if (target === window.navigation) return "the navigation";
  return target instanceof Node ? target.nodeName : "";
}
