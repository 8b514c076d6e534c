/** A line of a plot: points with positive coordinates, ascending by x. */
export interface PlotLine {
  name: string;
  /** The colour of the line, its points and its name. */
  colour: string;
  points: readonly (readonly [x: number, y: number])[];
  isDashed?: boolean;
}

export interface Plot {
  title: string;
  /** The labels of the axes. */
  across: string;
  up: string;
  lines: readonly PlotLine[];
}

const width = 720;
const height = 440;
const edge = { left: 72, right: 190, top: 48, bottom: 56 };

/** Draws lines over two logarithmic axes as SVG: proportional growth is a straight line that rises one decade per decade. */
export function plotLines({ title, across, up, lines }: Plot): string {
  const [xs, ys] = [0, 1].map((part) => lines.flatMap(({ points }) => points.map((point) => point[part] ?? 1)));
  const [fromX, toX] = toDecades(xs ?? []);
  const [fromY, toY] = toDecades(ys ?? []);
  const right = width - edge.right;
  const bottom = height - edge.bottom;
  const toLeft = (x: number): string =>
    (edge.left + ((Math.log10(x) - fromX) / (toX - fromX)) * (right - edge.left)).toFixed(1);
  const toTop = (y: number): string =>
    (bottom - ((Math.log10(y) - fromY) / (toY - fromY)) * (bottom - edge.top)).toFixed(1);
  const parts = [
    `<text x="${edge.left}" y="24" font-size="15" font-weight="bold">${escapeText(title)}</text>`,
    ...listDecades(fromX, toX).flatMap((x) => [
      `<line x1="${toLeft(x)}" y1="${edge.top}" x2="${toLeft(x)}" y2="${bottom}" stroke="#ccc"/>`,
      `<text x="${toLeft(x)}" y="${bottom + 18}" text-anchor="middle">${toText(x)}</text>`,
    ]),
    ...listDecades(fromY, toY).flatMap((y) => [
      `<line x1="${edge.left}" y1="${toTop(y)}" x2="${right}" y2="${toTop(y)}" stroke="#ccc"/>`,
      `<text x="${edge.left - 8}" y="${toTop(y)}" dy="4" text-anchor="end">${toText(y)}</text>`,
    ]),
    `<text x="${(edge.left + right) / 2}" y="${height - 14}" text-anchor="middle">${escapeText(across)}</text>`,
    `<text transform="translate(18 ${(edge.top + bottom) / 2}) rotate(-90)" text-anchor="middle">${escapeText(up)}</text>`,
    ...lines.flatMap(({ name, colour, points, isDashed }, index) => [
      `<polyline fill="none" stroke="${colour}" stroke-width="2"${isDashed ? ' stroke-dasharray="6 4"' : ""} points="${points.map(([x, y]) => `${toLeft(x)},${toTop(y)}`).join(" ")}"/>`,
      ...(isDashed
        ? []
        : points.map(([x, y]) => `<circle cx="${toLeft(x)}" cy="${toTop(y)}" r="3.5" fill="${colour}"/>`)),
      `<text x="${right + 14}" y="${edge.top + 16 + index * 22}" fill="${colour}">${escapeText(name)}</text>`,
    ]),
  ];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" font-family="sans-serif" font-size="12">`,
    `<title>${escapeText(title)}</title>`,
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    ...parts,
    "</svg>",
    "",
  ].join("\n");
}

/** The exponents of the decades around some values. */
function toDecades(values: readonly number[]): [from: number, to: number] {
  const from = Math.floor(Math.log10(Math.min(...values)));
  return [from, Math.max(from + 1, Math.ceil(Math.log10(Math.max(...values))))];
}

function listDecades(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => 10 ** (from + index));
}

function toText(value: number): string {
  return value >= 1 ? String(Math.round(value)) : String(Number(value.toPrecision(1)));
}

function escapeText(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
