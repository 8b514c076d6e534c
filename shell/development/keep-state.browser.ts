// Part of the development server's script: what React's state in hydrated islands is, before a page is loaded again and after it. It reads React's own
// objects on the elements that it renders into, which production builds have too: nothing is added to a release for it.

/** A state of a component, and what changes it. */
interface StateCell {
  /** The components it is in, and which of the states of the innermost one it is. */
  place: string;
  value: unknown;
  set(value: unknown): void;
}

/** A state as it is kept: JSON, or an empty text for `undefined`. */
interface KeptCell {
  place: string;
  value: string;
  /** Its value when its island was hydrated; missing when its component was mounted later. */
  first?: string | undefined;
}

export interface KeptIsland {
  id: string;
  cells: KeptCell[];
}

/** Frames in which components that come with a restored state are waited for. */
const mostFrames = 30;

/** The states of each island when it was hydrated, as texts by their places. */
const firstStates = new Map<Element, ReadonlyMap<string, string | undefined>>();

/** Notes the states of islands as they are hydrated, before what a visitor did is replayed. */
export function noteHydration(): void {
  addEventListener("site:island:hydrated", () => {
    for (const host of document.querySelectorAll("[data-island][data-live]"))
      if (!firstStates.has(host))
        firstStates.set(host, new Map(listCells(host).map(({ place, value }) => [place, toText(value)])));
  });
}

/** Kept states that their islands do not have yet, by place and by island: the island is not hydrated, its component threw, or React has not rendered them. */
const waitingCells = new Map<string, Map<string, KeptCell>>();

/** The states of hydrated islands that are no longer what they were at first, where they are plain data, and those that wait. */
export function keepIslands(): KeptIsland[] {
  const kept = new Map(listChanged().map(({ id, cells }) => [id, new Map(cells.map((cell) => [cell.place, cell]))]));
  for (const [id, waiting] of waitingCells) kept.set(id, new Map([...(kept.get(id) ?? []), ...waiting]));
  return [...kept].map(([id, cells]) => ({ id, cells: [...cells.values()] }));
}

function listChanged(): KeptIsland[] {
  return [...firstStates].flatMap(([host, first]): KeptIsland[] => {
    const id = host.getAttribute("data-island");
    if (id === null || !host.isConnected) return [];
    const cells = listCells(host).flatMap(({ place, value }): KeptCell[] => {
      const text = toText(value);
      return text === undefined || text === first.get(place) ? [] : [{ place, value: text, first: first.get(place) }];
    });
    return cells.length === 0 ? [] : [{ id, cells }];
  });
}

/** Hydrates the islands again and gives them their states. A state whose first value is another one by now stays at that: it was edited. */
export function restoreIslands(kept: readonly KeptIsland[]): void {
  for (const { id, cells } of kept) {
    waitingCells.set(id, new Map(cells.map((cell) => [cell.place, cell])));
    const host = document.querySelector(`[data-island="${CSS.escape(id)}"]`);
    if (!host) continue;
    const onHydrated = (): void => {
      if (!host.hasAttribute("data-live")) return;
      removeEventListener("site:island:hydrated", onHydrated);
      setCells(host, id);
    };
    addEventListener("site:island:hydrated", onHydrated);
    hydrate(host);
  }
}

/** Hydrates the island that an element is in, by dispatching the event of a press on it. */
export function hydrate(element: Element | null): void {
  element?.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));
}

/**
 * Gives the components of an island their kept states, and those that these mount in the next frames. A state waits until it was rendered: a page that is
 * loaded again before has it too. While no component is mounted, as when one threw, all of them go on to wait for the next save.
 */
function setCells(host: Element, id: string, frame = 0, set: ReadonlySet<string> = new Set()): void {
  const waiting = waitingCells.get(id);
  if (!waiting) return;
  requestAnimationFrame(() => {
    const cells = listCells(host);
    const setNow = new Set(set);
    for (const cell of cells) {
      const kept = waiting.get(cell.place);
      if (!kept) continue;
      if (toText(cell.value) === kept.value) waiting.delete(cell.place);
      else if (set.has(cell.place)) continue;
      else if (kept.first !== undefined && kept.first !== toText(cell.value)) waiting.delete(cell.place);
      else {
        cell.set(kept.value === "" ? undefined : JSON.parse(kept.value));
        setNow.add(cell.place);
      }
    }
    const isLast = frame === mostFrames;
    if (waiting.size === 0 || (isLast && cells.length > 0)) waitingCells.delete(id);
    else if (!isLast) setCells(host, id, frame + 1, setNow);
  });
}

/** The states that hooks of components made in an island, in the order of its components. */
function listCells(host: Element): StateCell[] {
  const key = Object.keys(host).find((name) => name.startsWith("__reactContainer$"));
  const container: unknown = key === undefined ? undefined : Reflect.get(host, key);
  const root = isRecord(container) ? container["stateNode"] : undefined;
  const cells: StateCell[] = [];
  if (isRecord(root)) addCells(root["current"], "", { cells, counts: new Map() });
  return cells;
}

/** Adds the states of a component and its siblings. Elements between two components are not part of a place: markup may change around them. */
function addCells(
  first: unknown,
  path: string,
  { cells, counts }: { cells: StateCell[]; counts: Map<string, number> },
): void {
  for (let fiber = first; isRecord(fiber); fiber = fiber["sibling"]) {
    const name = toComponentName(fiber["type"]);
    if (name === undefined) {
      addCells(fiber["child"], path, { cells, counts });
      continue;
    }
    const count = counts.get(name) ?? 0;
    counts.set(name, count + 1);
    const place = `${path}/${name}:${String(fiber["key"] ?? count)}`;
    const setters = listSetters(fiber["memoizedState"]);
    setters.forEach(({ value, set }, index) =>
      // The number of states is part of the place: a component with another number counts as another component.
      cells.push({ place: `${place} ${index} of ${setters.length}`, value, set }),
    );
    addCells(fiber["child"], place, { cells, counts: new Map() });
  }
}

/** Of a function component and of one in `memo` or `forwardRef`; undefined for elements, fragments and contexts. */
function toComponentName(type: unknown): string | undefined {
  if (typeof type === "function") return type.name;
  if (!isRecord(type)) return undefined;
  return toComponentName(type["type"] ?? type["render"]);
}

function listSetters(first: unknown): Omit<StateCell, "place">[] {
  const setters: Omit<StateCell, "place">[] = [];
  for (let hook = first; isRecord(hook) && "queue" in hook; hook = hook["next"]) {
    const { queue, memoizedState } = hook;
    if (
      !isRecord(queue) ||
      typeof queue["dispatch"] !== "function" ||
      typeof queue["lastRenderedReducer"] !== "function"
    )
      continue;
    setters.push(toAtomSetter(memoizedState) ?? { value: memoizedState, set: (value) => setState(queue, value) });
  }
  return setters;
}

/**
 * Makes a value the next state of `useState` or `useReducer` without calling the reducer: React uses an update's precomputed state (`eagerState`) where it
 * has one. The update is changed at the moment at which React puts it into the queue.
 */
function setState(queue: Record<string, unknown>, value: unknown): void {
  const { dispatch, pending } = queue;
  if (typeof dispatch !== "function") return;
  Object.defineProperty(queue, "pending", {
    configurable: true,
    enumerable: true,
    get: () => pending,
    set(update: unknown) {
      if (isRecord(update)) Object.assign(update, { hasEagerState: true, eagerState: value });
      Object.defineProperty(queue, "pending", { configurable: true, enumerable: true, writable: true, value: update });
    },
  });
  Reflect.apply(dispatch, undefined, [value]);
}

/** For the state of jotai's `useAtom`, which holds a value, its store and its atom: the setter of the atom, if that is a writable atom with its own value. */
function toAtomSetter(state: unknown): Omit<StateCell, "place"> | undefined {
  if (!Array.isArray(state)) return undefined;
  const [value, store, atom]: unknown[] = state;
  if (!isRecord(store) || !isRecord(atom) || !("init" in atom)) return undefined;
  const { set } = store;
  return typeof set === "function" ? { value, set: (next) => void Reflect.apply(set, store, [atom, next]) } : undefined;
}

/** JSON of plain data, and an empty text for `undefined`; undefined for anything else, such as an object that is part of itself. */
function toText(value: unknown): string | undefined {
  if (value === undefined) return "";
  return isPlain(value, []) ? JSON.stringify(value) : undefined;
}

/** @param around the objects that the value is part of */
function isPlain(value: unknown, around: readonly object[]): boolean {
  if (!isRecord(value)) return value === null || Number.isFinite(value) || ["string", "boolean"].includes(typeof value);
  if (around.includes(value)) return false;
  const inside = [...around, value];
  if (Array.isArray(value)) return value.every((one) => isPlain(one, inside));
  return Object.getPrototypeOf(value) === Object.prototype && Object.values(value).every((one) => isPlain(one, inside));
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
