import { reactErrors } from "./react-errors.ts";

/** The explanation of an error that a render threw. */
export interface Explained {
  problem: string;
  /** The advice, where the error implies one. */
  change?: string;
  /** The message that it is about, and whether that is in the files of messages. */
  message?: { id: string; isWritten: boolean };
}

/**
 * Explains errors of the libraries that an island uses, and a render that does not end: numbers of React, internals of the compartment, codes of
 * react-intl. Returns other errors unchanged.
 */
export function explainThrown(problem: string): Explained {
  return (
    explainReact(problem) ??
    explainCompartment(problem) ??
    explainMessages(problem) ??
    explainRouter(problem) ??
    explainLate(problem) ?? { problem }
  );
}

/** The end of a numbered error of React: an address with the values of its sentence. */
const numbered = /Minified React error #(\d+); visit (\S+) for the full message[^]*$/;

function explainReact(problem: string): Explained | undefined {
  const [whole = "", number = "", address = ""] = numbered.exec(problem) ?? [];
  const known = Object.hasOwn(reactErrors, number) ? reactErrors[number] : undefined;
  if (whole === "") return undefined;
  if (!known) return { problem: `React's error ${number}.`, change: `${address} says what it is. Correct that.` };
  const values = [...(URL.parse(address)?.searchParams.getAll("args[]") ?? [])];
  const text = known.text.replaceAll("%s", () => values.shift() ?? "");
  return { problem: `${problem.slice(0, -whole.length)}${known.problem ?? toSentence(text)}`, change: known.change };
}

/** Functions that the compartments of servers lack, by the name that `ses` gives them. */
function explainCompartment(problem: string): Explained | undefined {
  if (/secure mode %SharedMath%\.random/.test(problem))
    return {
      problem: "it calls Math.random, and servers have no random numbers: a render shows the same each time.",
      change: "Draw the number in the browser, once the island is hydrated.",
    };
  const [, name] = /secure mode (?:Calling )?%(?:Shared|Initial)?(\w+)%/.exec(problem) ?? [];
  if (name !== undefined)
    return {
      problem: `it uses ${name}, which servers do not have.`,
      change: "Use it in the browser, once the island is hydrated.",
    };
  if (/%\w+%/.test(problem)) return { problem: problem.replaceAll(/%(?:Shared|Initial)?(\w+)%/g, "$1") };
  return undefined;
}

function explainMessages(problem: string): Explained | undefined {
  const [, missing, locale] =
    /MISSING_TRANSLATION\] Missing message: "([^"]+)" for locale "([^"]+)"/.exec(problem) ?? [];
  if (missing !== undefined)
    return {
      problem: `there is no message ${missing} in the language ${locale}.`,
      change: "Write it in each file of messages/, or correct its name.",
      message: { id: missing, isWritten: false },
    };
  const [, id] = /FORMAT_ERROR\] Error formatting message: "([^"]+)"/.exec(problem) ?? [];
  if (id === undefined) return undefined;
  const [, value] = /context variable "([^"]+)" was not provided/.exec(problem) ?? [];
  return {
    problem:
      value === undefined
        ? `the message ${id} cannot be formatted with the values it is given.`
        : `the message ${id} has the placeholder {${value}} or the tag <${value}>, for which no value is given.`,
    change: "Give the value where the message is used, for a tag as a function of its parts, or correct the message.",
    message: { id, isWritten: true },
  };
}

/** Parts of the router outside of one. */
function explainRouter(problem: string): Explained | undefined {
  if (!/property 'basename' of|may be used only in the context of a <Router>/.test(problem)) return undefined;
  return {
    problem: "it uses react-router-dom, and the island has no router.",
    change: "Write router: true in its defineIsland.",
  };
}

/** A process that timed out has no stack trace. */
function explainLate(problem: string): Explained | undefined {
  if (!problem.startsWith("no answer within ")) return undefined;
  return { problem, change: "Look for a loop without an end in it and in what it imports, or have it do less." };
}

function toSentence(text: string): string {
  return `${text.trim().replace(/\.+$/, "")}.`;
}
