import { type EventShape, toShapeText } from "../src/releases/event-shape.ts";

/** A place where a sent value does not fit the expected one. Both sides in words. */
export interface Misfit {
  /** `device.screen`; empty for the whole. */
  path: string;
  expected: string;
  found: string;
}

/** The first place where a value of one shape may not be of the other; undefined when every value fits. */
export function findShapeMisfit(sent: EventShape, heard: EventShape, path = ""): Misfit | undefined {
  if (heard.type === "anything") return undefined;
  if (sent.type === "one of") {
    for (const one of sent.shapes) {
      const misfit = findShapeMisfit(one, heard, path);
      if (misfit) return misfit;
    }
    return undefined;
  }
  const misfit = { path, expected: toShapeText(heard), found: toShapeText(sent) };
  if (heard.type === "one of")
    return heard.shapes.some((one) => findShapeMisfit(sent, one, path) === undefined) ? undefined : misfit;
  if (sent.type === "object" && heard.type === "object") return findFieldMisfit(sent, heard, path);
  if (sent.type === "list" && heard.type === "list") return findShapeMisfit(sent.items, heard.items, path);
  if (sent.type !== heard.type || !("values" in heard) || !heard.values)
    return sent.type === heard.type ? undefined : misfit;
  const { values } = heard;
  return "values" in sent && sent.values?.every((value) => values.includes(value)) ? undefined : misfit;
}

type ObjectShape = Extract<EventShape, { type: "object" }>;

function findFieldMisfit(sent: ObjectShape, heard: ObjectShape, path: string): Misfit | undefined {
  for (const [name, field] of Object.entries(heard.fields)) {
    const inner = path === "" ? name : `${path}.${name}`;
    const given = sent.fields[name];
    const isDemanded = heard.required.includes(name);
    if (isDemanded && !sent.required.includes(name))
      return {
        path: inner,
        expected: `${toShapeText(field)}, always`,
        found: given ? `${toShapeText(given)} that may be left out` : "nothing",
      };
    const misfit = given && findShapeMisfit(given, field, inner);
    if (misfit) return misfit;
  }
  return undefined;
}
