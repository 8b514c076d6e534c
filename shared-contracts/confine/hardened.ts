// Prepares the calling process for compartments: every built-in object is frozen, and code in a compartment sees only the objects that it is
// given. It cannot be undone, so only a render process may call it.
import { registerHooks } from "node:module";
import { Script } from "node:vm";
import type { Lockdown } from "ses";
import { followLanguage } from "./follow-language.ts";
import { readClock } from "./surroundings.ts";

declare const lockdown: Lockdown;

/** Frames of a stack trace: enough to reach the release's server file above those of the shared libraries. */
const stackFrames = 50;

/**
 * Freezes what all compartments share, and denies every later `import` and `require`.
 * @param ses the library `ses`, as one script
 */
export function hardenProcess(ses: string): void {
  // A script that was made without a way to import passes none on to the code it evaluates: `import("node:net")` is refused there.
  new Script(ses, { filename: "ses" }).runInThisContext();
  Error.stackTraceLimit = stackFrames;
  stopClockOfIntl();
  followLanguage();
  Reflect.deleteProperty(URL, "createObjectURL");
  Reflect.deleteProperty(URL, "revokeObjectURL");
  // Stack traces stay readable for the places where an island threw; `toLocaleString` stays what it is in a browser.
  lockdown({
    errorTaming: "unsafe",
    stackFiltering: "verbose",
    overrideTaming: "severe",
    consoleTaming: "unsafe",
    localeTaming: "unsafe",
  });
  registerHooks({
    resolve(specifier) {
      throw new Error(`${specifier} is not available while islands are rendered`);
    },
  });
}

/** Without a date, `Intl.DateTimeFormat` formats the current time. Here it formats that of the still clock. */
function stopClockOfIntl(): void {
  const { prototype } = Intl.DateTimeFormat;
  const { formatToParts } = prototype;
  const format = Object.getOwnPropertyDescriptor(prototype, "format");
  Object.defineProperty(prototype, "formatToParts", {
    value(this: Intl.DateTimeFormat, date?: Date | number) {
      return formatToParts.call(this, date ?? readClock());
    },
  });
  Object.defineProperty(prototype, "format", {
    get(this: Intl.DateTimeFormat) {
      const bound: (date: Date | number) => string = format?.get?.call(this);
      return (date?: Date | number) => bound(date ?? readClock());
    },
  });
}
