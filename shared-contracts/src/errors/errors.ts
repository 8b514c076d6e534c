import { hideSecrets, serverSentences } from "#server-sentences";

/**
 * Every error the project raises on purpose: a stable code for machines and a sentence for people.
 * `{name}` in a sentence is filled from the error's details. Those that only servers and commands raise are in
 * `server-sentences.ts`; no bundle for browsers carries them.
 */
const sentences = {
  ...serverSentences,
  CONFIG_INVALID: "The site configuration is invalid: {problems}",
  DATA_DOCUMENT_INVALID: "The data document {document} is invalid at {path}: {problem}",
  HTTP_FAILED: "{method} {url} answered {status}.",
  HTTP_UNREACHABLE: "{method} {url} could not be reached.",
  MODAL_INVALID: "A modal cannot be shown; {path}: {problem}",
  NAVIGATION_REFUSED: "The page does not navigate to {to}: {problem}",
  TOAST_INVALID: "A toast cannot be shown; {path}: {problem}",
  TOAST_UNKNOWN: "There is no toast {id} to change.",
} as const;

export type ErrorCode = keyof typeof sentences;

type Names<S extends string> = S extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never;

/** The details an error's sentence needs, by name. */
export type ErrorDetails<C extends ErrorCode> = Record<Names<(typeof sentences)[C]>, string | number>;

/** An error with a code, a complete sentence, which repeats no secret, and, where there is one, its cause. */
export class SiteError<C extends ErrorCode = ErrorCode> extends Error {
  override readonly name = "SiteError";
  readonly code: C;
  readonly details: Readonly<Record<string, string | number>>;

  constructor(code: C, details: ErrorDetails<C>, options?: { cause?: unknown }) {
    const values: Record<string, string | number> = details;
    // Browsers lack the sentences of codes that only servers raise.
    const sentence: string | undefined = sentences[code];
    super(
      // No second full stop after a detail that ends with one.
      (sentence ?? code).replaceAll(/\{(\w+)\}(\.?)/g, (whole, name: string, stop: string) => {
        const text = hideSecrets(String(values[name] ?? whole));
        return text.endsWith(".") ? text : text + stop;
      }),
      options,
    );
    this.code = code;
    this.details = values;
  }
}

/** True when `error` is a {@link SiteError}, of `code` when one is given. */
export function isSiteError<C extends ErrorCode>(error: unknown, code?: C): error is SiteError<C> {
  return error instanceof SiteError && (code === undefined || error.code === code);
}

/** The code of an error; `UNEXPECTED` for one without a code. Unlike its sentence, it names no address and no file. */
export function toCode(error: unknown): string {
  return isSiteError(error) ? error.code : "UNEXPECTED";
}

/** The sentence of anything thrown. */
export function toProblem(error: unknown): string {
  return hideSecrets(error instanceof Error ? error.message : String(error));
}
