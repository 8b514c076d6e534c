import { createElement as h, Fragment, type ReactElement } from "react";
import type { Estimate } from "../../health/estimate.ts";
import type { ReleaseHealth } from "../../health/release-health.ts";
import { Table } from "./parts.ts";

interface Figure {
  name: string;
  unit: string;
  digits: number;
  pick(health: ReleaseHealth): Estimate | undefined;
}

/** The upper bound of a healthy web vital; the scale of its chart reaches at least to it. Source: web.dev/articles/vitals. */
const figures: readonly (Figure & { scale: number })[] = [
  {
    name: "Documents with a problem",
    unit: " %",
    digits: 1,
    scale: 5,
    pick: ({ views, rate: { value, low, high } }) =>
      views === 0 ? undefined : { value: value * 100, low: low * 100, high: high * 100 },
  },
  { name: "INP, 75th percentile", unit: " ms", digits: 0, scale: 200, pick: ({ vitals }) => vitals.inp },
  { name: "LCP, 75th percentile", unit: " ms", digits: 0, scale: 2500, pick: ({ vitals }) => vitals.lcp },
  { name: "CLS, 75th percentile", unit: "", digits: 3, scale: 0.1, pick: ({ vitals }) => vitals.cls },
];

function toText({ pick, digits, unit }: Figure, health: ReleaseHealth | undefined): string {
  const one = health && pick(health);
  if (!one) return "none yet";
  const [value, low, high] = [one.value, one.low, one.high].map((number) => number.toFixed(digits));
  return `${value}${unit} (${low} to ${high})`;
}

/** The figures of two releases of a package: a chart for each figure, and a table of all. */
export function HealthCharts(props: {
  name: string;
  stable: ReleaseHealth | undefined;
  canary: ReleaseHealth | undefined;
}): ReactElement {
  const { name, stable, canary } = props;
  const arms = [
    { arm: "Stable", health: stable },
    { arm: "Canary", health: canary },
  ] as const;
  if (!stable?.views && !canary?.views)
    return h(
      Fragment,
      null,
      h("h3", null, name),
      h("p", { className: "quiet" }, "No browser has told of a document of either release yet."),
    );
  return h(
    Fragment,
    null,
    h("h3", null, name),
    h(
      "div",
      { className: "charts" },
      ...figures.map((figure) => {
        const [one, other] = [stable && figure.pick(stable), canary && figure.pick(canary)];
        return h(Chart, { key: figure.name, name: figure.name, scale: figure.scale, stable: one, canary: other });
      }),
    ),
    h(Table, {
      caption: `Figures of ${name}, with the ends of the interval that has the true value in 95 of 100 cases`,
      heads: ["Set", "Documents", ...figures.map((figure) => figure.name)],
      figures: [1, 2, 3, 4, 5],
      rows: arms.map(({ arm, health }) => ({
        key: arm,
        cells: [arm, String(health?.views ?? 0), ...figures.map((figure) => toText(figure, health))],
      })),
    }),
  );
}

const chartWidth = 240;
const rowHeight = 22;

interface ChartProps {
  name: string;
  /** The minimum of the scale's end. */
  scale: number;
  stable: Estimate | undefined;
  canary: Estimate | undefined;
}

/** A line from the lower to the upper end of each interval, with a dot at the value. The table beside it has the figures. */
function Chart({ name, scale, stable, canary }: ChartProps): ReactElement {
  const most = Math.max(scale, stable?.high ?? 0, canary?.high ?? 0);
  const toX = (value: number): number => Math.round(6 + (value / most) * (chartWidth - 12));
  const rows = [
    { arm: "stable", one: stable },
    { arm: "canary", one: canary },
  ];
  return h(
    "figure",
    { className: "chart" },
    h("figcaption", null, name),
    h(
      "svg",
      {
        viewBox: `0 0 ${chartWidth} ${rowHeight * 2}`,
        width: chartWidth,
        height: rowHeight * 2,
        "aria-hidden": true,
        focusable: "false",
      },
      ...rows.map(({ arm, one }, index) => {
        const y = rowHeight * (index + 0.5);
        return h(
          "g",
          { key: arm, className: arm },
          h("line", { className: "scale", x1: 6, x2: chartWidth - 6, y1: y, y2: y }),
          one && h("line", { className: "interval", x1: toX(one.low), x2: toX(one.high), y1: y, y2: y }),
          one && h("circle", { cx: toX(one.value), cy: y, r: 5 }),
        );
      }),
    ),
  );
}
