import { readFrames } from "./find-place.browser.ts";

/** Something that the remote's code began or changed, outside of its islands' elements, and that goes on until it is ended. */
export interface Begun {
  /** `A listener for resize stays on the window.` */
  text: string;
  /** Places in the remote's scripts, innermost first: `/_release/download/0.0.0-3f2a/page.js:12:3`. */
  frames: string[];
}

/** Called with the places in the remote's scripts that called, innermost first; none for a call of other code. */
export type Note = (self: unknown, values: unknown[], frames: string[], result: unknown) => void;

/** Calls back after each call of a function of the browser. */
export function after(owner: object, name: string, note: Note): void {
  const original: unknown = Reflect.get(owner, name);
  if (typeof original !== "function") return;
  Reflect.set(owner, name, toNoted(original, note));
}

/** Calls back after each read and each write of a property of the browser's elements, such as `style`, of which a part may be written next. */
export function afterAccess(owner: object, name: string, note: Note): void {
  const property = Object.getOwnPropertyDescriptor(owner, name);
  if (property === undefined) return;
  const { get, set } = property;
  Object.defineProperty(owner, name, {
    ...property,
    ...(get && { get: toNoted(get, note) }),
    ...(set && { set: toNoted(set, note) }),
  });
}

function toNoted(original: CallableFunction, note: Note): (...values: unknown[]) => unknown {
  return function noted(this: unknown, ...values: unknown[]): unknown {
    const result: unknown = Reflect.apply(original, this, values);
    note(this, values, readFrames(new Error().stack), result);
    return result;
  };
}
