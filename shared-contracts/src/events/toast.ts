import * as v from "valibot";

/** Grounds a toast may have. The first is the default (B168). */
export const toastBackgrounds = ["red", "green", "teal", "royalblue", "gray", "black", "white"] as const;
/** Colours of its text. The first is the default (B169). */
export const toastTextColors = ["white", "black"] as const;

export type ToastBackground = (typeof toastBackgrounds)[number];
export type ToastTextColor = (typeof toastTextColors)[number];

/** Milliseconds a toast stays by default (B170). */
const defaultTimeoutMs = 50_000;
/** The longest delay of a browser's timer in milliseconds; a longer one would fire at once. */
const longestTimeout = 2 ** 31 - 1;

/**
 * A request for a toast (B167). It may have functions, because an event is an object of the same page. An error they throw is
 * reported only, and they are called also after the remote that sent them has failed.
 */
export interface ToastRequest {
  /**
   * The toast's id; a repeated one is not added twice (B171), and neither is a text that is shown already: that toast's time
   * restarts, and it is found under both ids. The time of the request as text when left out.
   */
  id?: string | undefined;
  /** Up to 1,000 characters of text, never HTML. */
  text: string;
  /** `red` when left out. */
  backgroundColor?: ToastBackground | undefined;
  /** `white` when left out. */
  color?: ToastTextColor | undefined;
  /** Milliseconds until it closes by itself, 50,000 when left out; 0: never (B172). */
  timeout?: number | undefined;
  /** Called once, just before the toast closes by itself or by its button (B173, B174). */
  callback?: (() => void) | undefined;
  /** Class names of the sender's own style sheet. */
  class?: string | undefined;
  /** Called when the text is pressed; with it the text is a button. The toast stays. */
  click?: (() => void) | undefined;
}

/** What may change of a toast that is shown. A new `timeout` counts from the change. */
export type ToastChange = Partial<ToastRequest> & { id: string };

/** Why a toast closed: its time was up, the visitor pressed its button, or a remote removed it. */
export type ToastCloseReason = "timeout" | "button" | "removed";

/** A toast as it is shown: every field has its value. */
export interface Toast {
  id: string;
  text: string;
  backgroundColor: ToastBackground;
  color: ToastTextColor;
  timeout: number;
  callback?: (() => void) | undefined;
  class: string;
  click?: (() => void) | undefined;
}

const callable = v.custom<() => void>((value) => typeof value === "function", "expected a function");
const classNames = v.pipe(
  v.string(),
  v.maxLength(200),
  v.regex(/^[A-Za-z_][\w-]*(?: [A-Za-z_][\w-]*)*$/, "expected class names"),
);

const fields = {
  text: v.pipe(v.string(), v.trim(), v.nonEmpty("expected some text"), v.maxLength(1000)),
  backgroundColor: v.picklist(toastBackgrounds),
  color: v.picklist(toastTextColors),
  timeout: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(longestTimeout)),
  callback: callable,
  class: classNames,
  click: callable,
};

/** The id of a toast or a modal. */
export const overlayIdSchema = v.pipe(v.string(), v.nonEmpty("expected an id"), v.maxLength(100));

/** Parses a {@link ToastRequest} and fills in what it leaves out, all but the id. */
export const toastRequestSchema = v.pipe(
  v.object({
    id: v.optional(overlayIdSchema),
    text: fields.text,
    backgroundColor: v.optional(fields.backgroundColor, "red"),
    color: v.optional(fields.color, "white"),
    timeout: v.optional(fields.timeout, defaultTimeoutMs),
    callback: v.optional(fields.callback),
    class: v.optional(fields.class),
    click: v.optional(fields.click),
  }),
  v.check(({ backgroundColor, color }) => backgroundColor !== color, "text and ground have the same colour"),
);

/** Parses a {@link ToastChange}; fields that are left out stay out. */
export const toastChangeSchema = v.partial(v.object({ id: overlayIdSchema, ...fields }), [
  "text",
  "backgroundColor",
  "color",
  "timeout",
  "callback",
  "class",
  "click",
]);

/** Parses the id of one toast or modal. */
export const overlayNameSchema = v.object({ id: overlayIdSchema });
