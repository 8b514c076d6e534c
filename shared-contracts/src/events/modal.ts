import * as v from "valibot";
import { iconNameSchema } from "./icon-name.ts";
import { overlayIdSchema } from "./toast.ts";
import { isSitePath, linkSchema } from "../site/safe-url.ts";

/** A button of a modal, or a link when it has an `href`. Pressing it closes the modal. */
export interface ModalAction {
  label: string;
  /** A path of this site, or an https address. */
  href?: string | undefined;
  click?: (() => void) | undefined;
}

/** A modal the shell draws; it stays when the remote that requested it fails. Text, never HTML. */
export interface DrawnModalRequest {
  /** The modal's id; nothing is opened when a modal with it is shown. The time of the request as text when left out. */
  id?: string | undefined;
  title: string;
  /** Paragraphs are parted by an empty line. */
  text?: string | undefined;
  /** The name of an icon above the title, such as `site:shield`. It is decorative: when it does not load, it is left out. */
  icon?: string | undefined;
  /** A picture of this site. The shell looks up the size of artwork itself. */
  image?: { src: string; alt: string; width?: number | undefined; height?: number | undefined } | undefined;
  /** Up to three; the first is the primary one. Without any there is a button that closes. */
  actions?: readonly ModalAction[] | undefined;
  /** A sheet that comes from an edge of the window, and is swiped back there (B160). */
  edge?: ModalEdge | undefined;
}

/** A dialog of a remote's own markup that is to behave as every modal of the site does. It closes when its remote fails. */
export interface OwnModalRequest {
  id?: string | undefined;
  dialog: HTMLDialogElement;
  edge?: ModalEdge | undefined;
}

/** What `modal:open` carries. */
export type ModalRequest = DrawnModalRequest | OwnModalRequest;

const edges = ["top", "right", "bottom", "left"] as const;
export type ModalEdge = (typeof edges)[number];

/** Why a modal closed. `removed`: its element left the document, as it does when its remote fails. */
export type ModalCloseReason = "escape" | "outside" | "swipe" | "button" | "request" | "removed";

const line = v.pipe(v.string(), v.trim(), v.nonEmpty("expected some text"), v.maxLength(200));
const pixels = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(10_000));

/** Parses a {@link DrawnModalRequest}. */
export const drawnModalSchema = v.object({
  id: v.optional(overlayIdSchema),
  title: line,
  text: v.optional(v.pipe(v.string(), v.maxLength(5000))),
  icon: v.optional(iconNameSchema),
  image: v.optional(
    v.object({
      src: v.pipe(v.string(), v.check(isSitePath, "expected a path of this site")),
      alt: v.string(),
      width: v.optional(pixels),
      height: v.optional(pixels),
    }),
  ),
  actions: v.optional(
    v.pipe(
      v.array(
        v.object({
          label: line,
          href: v.optional(linkSchema),
          click: v.optional(v.custom<() => void>((value) => typeof value === "function", "expected a function")),
        }),
      ),
      v.maxLength(3),
    ),
  ),
  edge: v.optional(v.picklist(edges)),
});

/** Parses all of an {@link OwnModalRequest} but its dialog, which is no data. */
export const ownModalSchema = v.object({
  id: v.optional(overlayIdSchema),
  edge: v.optional(v.picklist(edges)),
});
