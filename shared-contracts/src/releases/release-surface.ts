import * as v from "valibot";
import { eventShapeSchema } from "./event-shape.ts";
import { islandNameSchema } from "../names/island-name.ts";

/** Events, fields of an event, locales, places and announcements of a release, and characters of one text. Source: 25, 6, 2, 22, 0 and 33 today. */
const maxima = { entries: 128, fields: 64, characters: 300 } as const;

/** `owner:happened`, as the contract names its events. */
export const eventNamePattern = /^[a-z][a-z-]*:[a-z][a-z-]*$/;

/** Stands in a list of fields when there may be more of them than the code says. */
export const moreFields = "*";

const fieldsSchema = v.pipe(
  v.array(v.pipe(v.string(), v.regex(/^(\*|[A-Za-z_$][\w$]*)$/), v.maxLength(maxima.characters))),
  v.maxLength(maxima.fields),
);

const eventsSchema = v.pipe(
  v.record(v.pipe(v.string(), v.regex(eventNamePattern, "expected an event such as download:started")), fieldsSchema),
  v.maxEntries(maxima.entries),
);

/** A slot: `owner/expose`, then `#` and the variant when it asks for one. */
const slotSchema = v.pipe(
  v.string(),
  v.maxLength(maxima.characters),
  v.regex(/^[a-z][a-z0-9-]*\/[a-z][a-z0-9-]*(#([a-z0-9-]+|\*))?$/, "expected a slot such as download/button#hero"),
);
/** The slots that an island leaves for others. */
export const slotsSchema = v.pipe(v.array(slotSchema), v.maxLength(maxima.entries));

/** What a release announces that a later one will no longer have. */
export const announcementPattern =
  /^(expose:[a-z][a-z0-9-]*|variant:[a-z][a-z0-9-]*\/[a-z0-9-]*|(sends|hears):[a-z][a-z-]*:[a-z][a-z-]*(\/[A-Za-z_$][\w$]*)?|locale:[a-z]{2}(-[a-z0-9]+)*)$/;

/** What to use instead, by what is going to be removed. */
export const announcementsSchema = v.pipe(
  v.record(
    v.pipe(
      v.string(),
      v.regex(
        announcementPattern,
        "expected expose:button, variant:button/hero, sends:download:started, sends:download:started/url, hears:toast:updated or locale:pt-br",
      ),
    ),
    v.pipe(v.string(), v.trim(), v.nonEmpty("expected what to use instead"), v.maxLength(maxima.characters)),
  ),
  v.maxEntries(maxima.entries),
);

/**
 * What a release gives to other packages and uses of them, beside its exposes. The build derives all of it from the code,
 * but for the announcements, which are written in the package's `package.json`.
 */
export const surfaceSchema = v.strictObject({
  /** The events it sends, each with the fields it sets. */
  sends: eventsSchema,
  /** The events it listens to, each with the fields it reads. */
  hears: eventsSchema,
  /**
   * What the detail of each of these events is in the contract that it was built against. Releases from before it was derived lack it:
   * nothing is known of the types then.
   */
  details: v.optional(
    v.pipe(v.record(v.pipe(v.string(), v.regex(eventNamePattern)), eventShapeSchema), v.maxEntries(maxima.entries)),
  ),
  /** How many messages it has, by locale. */
  messages: v.pipe(
    v.record(
      v.pipe(v.string(), v.regex(/^[a-z]{2}(-[a-z0-9]+)*$/), v.maxLength(maxima.characters)),
      v.pipe(v.number(), v.integer(), v.minValue(0)),
    ),
    v.maxEntries(maxima.entries),
  ),
  /** The islands that the layout names; the shell alone has them. */
  places: v.optional(v.pipe(v.array(islandNameSchema), v.maxLength(maxima.entries))),
  /** What a later release is going to remove, and what to use instead. */
  deprecates: v.optional(announcementsSchema),
});
export type ReleaseSurface = v.InferOutput<typeof surfaceSchema>;
