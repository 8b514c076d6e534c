import { type Atom, atom, createStore } from "jotai";
import { SiteError } from "@site/contracts/errors";
import type { Toast, ToastCloseReason } from "@site/contracts/events/toast";
import { parseToast, parseToastChange, parseToastName } from "./parse-toast.ts";

/** Time, so that a test can decide when it passes. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Calls back after so many milliseconds, unless the returned function is called before. */
  after(milliseconds: number, callback: () => void): () => void;
}

export interface ToastsOptions {
  clock: Clock;
  onClosed(id: string, reason: ToastCloseReason): void;
  /** Called with an error that a toast's own callback threw. */
  onError(error: unknown): void;
}

/** Where a list that is drawn is kept. */
export type Store = ReturnType<typeof createStore>;

const listAtom = atom<readonly Toast[]>([]);

/** The toasts of a store: oldest first, another list after every change. */
export const toastsAtom: Atom<readonly Toast[]> = listAtom;

/** The toasts of the page. Details of events are `unknown` until they are parsed. */
export interface Toasts {
  /**
   * Adds a toast, unless its id is shown already (B171). A text that is shown already is not shown twice: the time of that toast starts again, as long as
   * the longer of both; it can be updated and removed under the new id as well, and its closing is reported, and its callbacks are called, for both.
   * @throws SiteError `TOAST_INVALID`
   */
  add(detail: unknown): void;
  /** @throws SiteError `TOAST_INVALID`, `TOAST_UNKNOWN` */
  update(detail: unknown): void;
  /** Removes a toast without calling its callback. One that is gone already is not an error. @throws SiteError `TOAST_INVALID` */
  remove(detail: unknown): void;
  /** Removes all of them, also without callbacks. */
  clear(): void;
  /** Closes a toast by its button (B174). */
  close(id: string): void;
  /** Stops the time of all toasts, while the pointer or the focus is on one; `resume` continues it. */
  pause(): void;
  resume(): void;
  list(): readonly Toast[];
  /** Has the list in {@link toastsAtom}. */
  store: Store;
}

interface Entry {
  toast: Toast;
  /** Requests for the same text, beside the toast's own. Without an id where none was given. */
  others: { id: string | undefined; callback: Toast["callback"] }[];
  /** Milliseconds left when its time last started or stopped; 0: it never closes by itself. */
  left: number;
  since: number;
  cancel?: (() => void) | undefined;
}

/** Keeps the toasts of the page (B167-B175). */
export function createToasts({ clock, onClosed, onError }: ToastsOptions): Toasts {
  const entries = new Map<string, Entry>();
  const store = createStore();
  const closing = new Set<string>();
  let isPaused = false;
  let lastId = 0;

  const list = (): readonly Toast[] => store.get(listAtom);

  function changed(): void {
    store.set(
      listAtom,
      [...entries.values()].map(({ toast }) => toast),
    );
  }

  /** The time in milliseconds as text; a later millisecond when that id is taken. */
  function newId(): string {
    lastId = Math.max(clock.now(), lastId + 1);
    return entries.has(String(lastId)) ? newId() : String(lastId);
  }

  function find(id: string): Entry | undefined {
    return entries.get(id) ?? [...entries.values()].find(({ others }) => others.some((one) => one.id === id));
  }

  function start(entry: Entry): void {
    entry.cancel?.();
    entry.cancel = undefined;
    if (isPaused || entry.left === 0) return;
    entry.since = clock.now();
    entry.cancel = clock.after(entry.left, () => finish(entry.toast.id, "timeout"));
  }

  function finish(name: string, reason: ToastCloseReason): void {
    const entry = find(name);
    if (!entry) return;
    const { id } = entry.toast;
    if (closing.has(id)) return;
    entry.cancel?.();
    if (reason !== "removed") {
      // A callback that closes the toast again closes it once.
      closing.add(id);
      for (const { callback } of [entry.toast, ...entry.others]) {
        try {
          callback?.();
        } catch (error) {
          onError(error);
        }
      }
      closing.delete(id);
    }
    entries.delete(id);
    changed();
    for (const one of [entry.toast, ...entry.others]) if (one.id !== undefined) onClosed(one.id, reason);
  }

  return {
    add(detail) {
      let isNamed = true;
      const toast = parseToast(detail, () => {
        isNamed = false;
        return newId();
      });
      if (find(toast.id)) return;
      const same = [...entries.values()].find((one) => one.toast.text === toast.text);
      if (same) {
        same.others.push({ id: isNamed ? toast.id : undefined, callback: toast.callback });
        same.toast = { ...same.toast, timeout: toLonger(same.toast.timeout, toast.timeout) };
        same.left = same.toast.timeout;
        start(same);
        changed();
        return;
      }
      const entry: Entry = { toast, others: [], left: toast.timeout, since: clock.now() };
      entries.set(toast.id, entry);
      start(entry);
      changed();
    },
    update(detail) {
      const { id, hasTimeout, apply } = parseToastChange(detail);
      const entry = find(id);
      if (!entry) throw new SiteError("TOAST_UNKNOWN", { id });
      entry.toast = { ...apply(entry.toast), id: entry.toast.id };
      if (hasTimeout) {
        entry.left = entry.toast.timeout;
        start(entry);
      }
      changed();
    },
    remove: (detail) => finish(parseToastName(detail), "removed"),
    clear() {
      for (const { id } of list()) finish(id, "removed");
    },
    close: (id) => finish(id, "button"),
    pause() {
      if (isPaused) return;
      isPaused = true;
      for (const entry of entries.values()) {
        if (!entry.cancel) continue;
        entry.cancel();
        entry.cancel = undefined;
        entry.left = Math.max(1, entry.left - (clock.now() - entry.since));
      }
    },
    resume() {
      if (!isPaused) return;
      isPaused = false;
      for (const entry of entries.values()) start(entry);
    },
    list,
    store,
  };
}

/** The longer of two times in milliseconds, of which 0 never ends. */
function toLonger(one: number, other: number): number {
  return one === 0 || other === 0 ? 0 : Math.max(one, other);
}
