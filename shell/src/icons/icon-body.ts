const shapeTags = ["path", "circle", "ellipse", "rect", "line", "polyline", "polygon"] as const;
type ShapeTag = (typeof shapeTags)[number];

const attributeNames = new Set([
  "d",
  "points",
  "cx",
  "cy",
  "r",
  "rx",
  "ry",
  "x",
  "y",
  "x1",
  "x2",
  "y1",
  "y2",
  "width",
  "height",
  "fill",
  "fill-rule",
  "fill-opacity",
  "clip-rule",
  "opacity",
  "stroke",
  "stroke-width",
  "stroke-linecap",
  "stroke-linejoin",
  "stroke-miterlimit",
  "stroke-dasharray",
  "stroke-opacity",
]);

/** One shape of an icon. Nothing in it can run a script or load anything. */
export interface IconShape {
  tag: ShapeTag;
  attributes: Readonly<Record<string, string>>;
}

/** A tag with its attributes: names in lower case, values in double quotes without anything that calls or refers. */
const tagPattern = /\s*<(\/?)([a-z]+)((?:\s+[a-z][a-z0-9-]*="[\w\s.,#%+-]*")*)\s*(\/?)>\s*/y;

/**
 * Reads the body of an icon: shapes, and groups whose attributes their shapes inherit. It is drawn shape by shape, never as
 * markup, so the worst that an icon from outside can do is look wrong.
 * @returns undefined for a body with anything else in it
 */
export function parseIconBody(body: string): IconShape[] | undefined {
  const shapes: IconShape[] = [];
  const groups: Record<string, string>[] = [];
  tagPattern.lastIndex = 0;
  while (tagPattern.lastIndex < body.length) {
    const [, closes, tag = "", text = "", isWhole] = tagPattern.exec(body) ?? [];
    if (tag === "") return undefined;
    if (closes) {
      if (tag !== "g" || !groups.pop()) return undefined;
      continue;
    }
    const attributes = {
      ...groups.at(-1),
      ...Object.fromEntries(
        [...text.matchAll(/([a-z0-9-]+)="([^"]*)"/g)].map(([, name = "", value = ""]) => [name, value]),
      ),
    };
    if (Object.keys(attributes).some((name) => !attributeNames.has(name))) return undefined;
    if (tag === "g" && !isWhole) groups.push(attributes);
    else if (isShapeTag(tag) && isWhole) shapes.push({ tag, attributes });
    else return undefined;
  }
  return groups.length === 0 && shapes.length > 0 ? shapes : undefined;
}

function isShapeTag(tag: string): tag is ShapeTag {
  return shapeTags.some((one) => one === tag);
}
