import { toDigest } from "@site/contracts/releases/digest";
import * as v from "valibot";
import { type ActionKind, actionSchema } from "../../console/prepare-action.ts";

const fieldSchema = v.optional(v.pipe(v.string(), v.maxLength(80)));
/** Releases separated by commas, or one by one, as a form sends the chosen ones. */
const withSchema = v.optional(
  v.pipe(
    v.union([v.string(), v.array(v.string())]),
    v.transform((given) => (typeof given === "string" ? given : given.join(","))),
    v.maxLength(1000),
  ),
);
const kinds = actionSchema.options.map(({ entries }) => entries.kind.literal);

/** The action that a link or a form requests. An action is complete only with its form's fields. */
export const askedActionSchema = v.object({
  kind: v.picklist(kinds),
  with: withSchema,
  name: fieldSchema,
  to: fieldSchema,
  for: fieldSchema,
  percent: fieldSchema,
  step: fieldSchema,
});

/** The fields of a requested action, for a form or an address. */
export function toFields({
  kind,
  ...rest
}: v.InferOutput<typeof askedActionSchema>): { kind: ActionKind } & Record<string, string> {
  const fields = Object.entries(rest).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return { ...Object.fromEntries(fields), kind };
}

/** The content that the address of a shown action is sealed for: exactly these fields. */
export const toAbout = (fields: Readonly<Record<string, string>>): string =>
  toDigest(Buffer.from(JSON.stringify(Object.entries(fields).toSorted(([a], [b]) => (a < b ? -1 : 1)))));
