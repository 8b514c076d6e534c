import * as v from "valibot";

/** Grounds a toast may have. The first is the default (B168). */
export const toastBackgrounds = ["red", "green", "teal", "royalblue", "gray", "black", "white"] as const;
/** Colours of its text. The first is the default (B169). */
export const toastTextColors = ["white", "black"] as const;

export type ToastBackground = (typeof toastBackgrounds)[number];
export type ToastTextColor = (typeof toastTextColors)[number];

/** Milliseconds a toast stays when nobody says otherwise (B170). */
const defaultTimeout = 50_000;
/** What a browser's timer can count; anything longer would fire at once. */
const longestTimeout = 2 ** 31 - 1;

/**
 * What somebody wants said in a toast (B167). Functions may cross in an event: it is an object of this very page. One
 * that throws harms nobody, and both outlive the remote that asked.
 */
export interface ToastRequest {
  /**
   * Names the toast; a repeated one is not added twice (B171), and neither is a text that is shown already: that toast's time
   * starts anew, and it answers to both names. The time of the request when left out, as text.
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
  /** Called when the text is pressed, which then is a button. The toast stays. */
  click?: (() => void) | undefined;
}

/** What may change of a toast that is shown. A new `timeout` counts from the change. */
export type ToastChange = Partial<ToastRequest> & { id: string };

/** Why a toast closed: its time was up, somebody pressed its button, or a remote took it back. */
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
    timeout: v.optional(fields.timeout, defaultTimeout),
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

/** Parses the name of one toast or modal. */
export const overlayNameSchema = v.object({ id: overlayIdSchema });
