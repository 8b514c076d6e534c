import { type Atom, atom, createStore } from "jotai";
import * as v from "valibot";
import { SiteError } from "@site/contracts/errors";
import { drawnModalSchema, ownModalSchema } from "@site/contracts/events/modal";
import { overlayNameSchema } from "@site/contracts/events/toast";
import type { Modals } from "./modals.ts";

/** A modal the shell draws, parsed. `key` is its own: its id may belong to an earlier one that still fades out. */
export type DrawnModal = v.InferOutput<typeof drawnModalSchema> & { id: string; key: number; path: string };

const listAtom = atom<readonly DrawnModal[]>([]);

/** The modals the shell draws, in a store. */
export const drawnModalsAtom: Atom<readonly DrawnModal[]> = listAtom;

/** The modals that were requested by an event. Details of events are `unknown` until they are parsed. */
export interface DrawnModals {
  /** @throws SiteError `MODAL_INVALID` */
  request(detail: unknown): void;
  /** Asks to close one; one that is gone already is not an error. @throws SiteError `MODAL_INVALID` */
  close(detail: unknown): void;
  /** Notes that one is shown now: a request with its id is ignored until it closes. */
  show(key: number): void;
  /** Forgets one that has closed, or that a listener stopped. */
  drop(key: number): void;
  /** Closes the modals that were opened on a page other than the one that is shown. */
  leavePage(): void;
  /** Has the modals in {@link drawnModalsAtom}. */
  store: ReturnType<typeof createStore>;
}

/** Keeps the requested modals: draws those given as data, and opens the dialogs that remotes bring. */
export function createDrawnModals(modals: Modals): DrawnModals {
  const store = createStore();
  let lastId = 0;
  let lastKey = 0;
  /** The keys of modals that were shown. One of them that is not open any more is fading out. */
  const shown = new Set<number>();
  /** Dialogs of remotes, and the page each was opened on. */
  const own = new Map<string, string>();

  const list = (): readonly DrawnModal[] => store.get(listAtom);

  function newId(): string {
    lastId = Math.max(Date.now(), lastId + 1);
    return String(lastId);
  }

  return {
    request(detail) {
      const dialog: unknown = typeof detail === "object" && detail !== null ? Reflect.get(detail, "dialog") : undefined;
      const path = location.pathname;
      if (dialog instanceof HTMLDialogElement && dialog.isConnected) {
        const { id = newId(), edge } = parse(ownModalSchema, detail);
        own.set(id, path);
        modals.open(dialog, { id, edge, onEvent: ({ type }) => void (type === "closed" && own.delete(id)) });
        return;
      }
      const { id = newId(), ...modal } = parse(drawnModalSchema, detail);
      if (modals.find(id) || list().some((one) => one.id === id && !shown.has(one.key))) return;
      lastKey += 1;
      store.set(listAtom, [...list(), { ...modal, id, key: lastKey, path }]);
    },
    close: (detail) => void modals.find(parse(overlayNameSchema, detail).id)?.close("request"),
    show: (key) => void shown.add(key),
    drop(key) {
      shown.delete(key);
      store.set(listAtom, (all) => all.filter((one) => one.key !== key));
    },
    leavePage() {
      // Of two modals with one id the earlier one is fading out, so the later one counts.
      for (const [id, path] of new Map([...own, ...list().map((one) => [one.id, one.path] as const)])) {
        if (path !== location.pathname) modals.find(id)?.close("request");
      }
    },
    store,
  };
}

function parse<S extends v.GenericSchema>(schema: S, detail: unknown): v.InferOutput<S> {
  const { success, output, issues } = v.safeParse(schema, detail);
  if (success) return output;
  throw new SiteError("MODAL_INVALID", { path: v.getDotPath(issues[0]) ?? "the whole", problem: issues[0].message });
}
