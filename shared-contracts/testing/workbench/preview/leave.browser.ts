import type { Islands } from "../../../host/islands.ts";
import type { EventBus } from "../../../src/events/event-bus.ts";
import type { PageState } from "../../../src/pages/payload.ts";
import type { LeftFinding } from "../preview-messages.ts";
import type { Begun } from "./after-call.browser.ts";
import { findPlace } from "./find-place.browser.ts";
import { keepAttributes, listChanged } from "./watch-document.browser.ts";
import { listLeft } from "./watch-left.browser.ts";

/** Leaves the page of the preview and returns to it, as a visitor does by soft navigation. @returns what the islands left behind */
export type Leave = () => Promise<LeftFinding[]>;

interface LeaveOptions {
  islands: Islands;
  state: PageState;
  bus: EventBus;
}

/** Keeps the HTML of the server, before any island hydrates, for each return. */
export function prepareLeave({ islands, state, bus }: LeaveOptions): Leave {
  const outer = [...document.querySelectorAll<HTMLElement>("[data-island]")]
    .filter((host) => !host.parentElement?.closest("[data-island]"))
    .map((host) => ({ host, copy: host.cloneNode(true) }));
  const attributes = keepAttributes();
  const failed = new Set<string>();
  bus.on("remote:failed", ({ island, isLate }) => {
    if (!isLate && island !== undefined) failed.add(island);
  });

  const isSettled = (host: HTMLElement): boolean => {
    const island = state.islands[host.dataset["island"] ?? ""]?.island;
    return island === undefined || host.dataset["live"] !== undefined || failed.has(island);
  };

  async function hydrateAll(): Promise<void> {
    for (const host of document.querySelectorAll<HTMLElement>("[data-island]"))
      await new Promise<void>((resolve) => {
        const settle = (): void => {
          if (!isSettled(host)) return;
          forget.forEach((stop) => stop());
          resolve();
        };
        const forget = [bus.on("island:hydrated", settle), bus.on("remote:failed", settle)];
        settle();
        // Without bubbling, only boot hears it, which takes it as the first touch of this island.
        host.dispatchEvent(new PointerEvent("pointerdown"));
      });
  }

  async function leave(): Promise<readonly Begun[]> {
    await hydrateAll();
    islands.drop(document.body);
    failed.clear();
    for (const one of outer) {
      const next = one.copy.cloneNode(true);
      if (!(next instanceof HTMLElement)) continue;
      one.host.replaceWith(next);
      one.host = next;
    }
    islands.adopt(document.body);
    // Two frames: a loop has asked for its next one by then, and a frame that was asked for before is over.
    await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
    return [...listLeft(), ...listChanged(attributes)];
  }

  let before: ReadonlyMap<string, Begun[]> | undefined;
  return async () => {
    // A module may keep one listener or timer for the whole document: only those that each leave adds are findings.
    before ??= groupByPlace(await leave());
    const now = groupByPlace(await leave());
    const grown = [...now].flatMap(([key, all]) =>
      all.length > (before?.get(key)?.length ?? 0) ? all.slice(0, 1) : [],
    );
    before = now;
    return Promise.all(grown.map(async ({ text, frames }) => ({ text, place: await findPlace(frames) })));
  };
}

function groupByPlace(all: readonly Begun[]): ReadonlyMap<string, Begun[]> {
  return Map.groupBy(all, ({ text, frames }) => `${text} ${frames.join(" ")}`);
}
