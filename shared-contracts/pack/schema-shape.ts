import * as v from "valibot";

/** The values that a schema accepts, as plain data. */
export interface SchemaShape {
  /** `strict_object`, `picklist`, `string`, … */
  type: string;
  /** The fields of an object. */
  fields?: Record<string, SchemaShape> | undefined;
  /** The literals that a choice accepts. */
  options?: string[] | undefined;
  /** The inner schemas in order: items, wrapped ones, and those of a union. */
  inner?: SchemaShape[] | undefined;
  /** The rules for a value beside its type. */
  rules?: string[] | undefined;
}

/** The described parts of every kind of schema. */
const partsSchema = v.object({
  type: v.string(),
  entries: v.optional(v.record(v.string(), v.unknown())),
  options: v.optional(v.array(v.unknown())),
  literal: v.optional(v.unknown()),
  item: v.optional(v.unknown()),
  items: v.optional(v.array(v.unknown())),
  wrapped: v.optional(v.unknown()),
  key: v.optional(v.unknown()),
  value: v.optional(v.unknown()),
  pipe: v.optional(v.array(v.unknown())),
});

const ruleSchema = v.object({
  kind: v.picklist(["validation", "transformation"]),
  type: v.string(),
  requirement: v.optional(v.unknown()),
});

/** Whether an export is a valibot schema. */
export function isSchema(value: unknown): boolean {
  return typeof value === "object" && value !== null && "kind" in value && value.kind === "schema";
}

/** Describes the values that a schema accepts. The code of custom rules is not described, only that there is a rule. */
export function toSchemaShape(schema: unknown): SchemaShape {
  const { type, entries, options, literal, item, items, wrapped, key, value, pipe } = v.parse(partsSchema, schema);
  const choices = options?.filter((option) => !isSchema(option));
  const literals = literal === undefined ? choices : [literal];
  const inner = [item, wrapped, key, value, ...(items ?? []), ...(options ?? [])].filter(isSchema).map(toSchemaShape);
  const rules = pipe?.flatMap((step) => {
    const rule = v.safeParse(ruleSchema, step);
    return rule.success ? [`${rule.output.type} ${toText(rule.output.requirement)}`.trim()] : [];
  });
  return {
    type,
    ...(entries && {
      fields: Object.fromEntries(Object.entries(entries).map(([name, one]) => [name, toSchemaShape(one)])),
    }),
    ...(literals && literals.length > 0 && { options: literals.map(String) }),
    ...(inner.length > 0 && { inner }),
    ...(rules && rules.length > 0 && { rules }),
  };
}

function toText(requirement: unknown): string {
  return requirement === undefined || typeof requirement === "function" ? "" : String(requirement);
}

/** A schema that may be left out in an object. */
const optionalTypes = new Set(["optional", "nullish", "exact_optional", "undefinedable"]);

/** Values that a schema accepted before and refuses now, as sentences without a subject: they break teams' code. */
export function findNarrowed(before: SchemaShape, after: SchemaShape, path = ""): string[] {
  const where = path === "" ? "it" : path;
  if (before.type !== after.type) return [`${where} is ${after.type}, and was ${before.type}`];
  const missing = (before.options ?? []).filter((option) => !after.options?.includes(option));
  const rules = [before.rules ?? [], after.rules ?? []].map((list) => list.join("; "));
  return [
    ...missing.map((option) => `${where} does not accept ${option}`),
    ...(rules[0] === rules[1] ? [] : [`${where} has to pass “${rules[1]}”, and had to pass “${rules[0]}”`]),
    ...findNarrowedFields(before.fields ?? {}, after.fields ?? {}, path),
    ...(before.inner ?? []).flatMap((one, index) => {
      const other = after.inner?.[index];
      return other ? findNarrowed(one, other, path) : [`${where} accepts fewer kinds of values`];
    }),
  ];
}

function findNarrowedFields(
  before: Record<string, SchemaShape>,
  after: Record<string, SchemaShape>,
  path: string,
): string[] {
  const toPath = (name: string): string => (path === "" ? name : `${path}.${name}`);
  const lost = Object.entries(before).flatMap(([name, shape]) => {
    const now = after[name];
    return now ? findNarrowed(shape, now, toPath(name)) : [`the field ${toPath(name)} is gone`];
  });
  const demanded = Object.entries(after)
    .filter(([name, { type }]) => !(name in before) && !optionalTypes.has(type))
    .map(([name]) => `the new field ${toPath(name)} is required`);
  return [...lost, ...demanded];
}
