import type { TesterFacts } from "../layout/tester-facts.ts";
import { type Region, toShortVersion, toStatusText } from "./regions.ts";

export interface OutlinesProps {
  regions: readonly Region[];
  facts: TesterFacts;
  chosen: number | undefined;
  onChoose(key: number): void;
}

/** Pixels of a label's height, and of its least distance from the window's edge. */
const labelHeight = 22;
const edge = 2;

/** A frame around each region, with a label. It stands above the page and moves nothing in it; the list in the panel says the same. */
export function Outlines({ regions, facts, chosen, onChoose }: OutlinesProps) {
  const taken: { left: number; top: number }[] = [];
  const least = Math.max(edge, document.querySelector(".tester-mark")?.getBoundingClientRect().bottom ?? 0);
  return (
    <div className="layer" aria-hidden="true">
      {regions.map((region) => {
        const { box, key } = region;
        if (!box || box.top > innerHeight || box.top + box.height < 0) return undefined;
        const label = placeLabel(box, least, taken);
        const mark = `frame ${region.status}${key === chosen ? " chosen" : ""}`;
        return (
          <div key={key}>
            <div className={mark} style={{ transform: toMove(box), width: box.width, height: box.height }} />
            <button
              type="button"
              tabIndex={-1}
              className={`label ${region.status}`}
              style={{ transform: toMove(label), maxWidth: `min(${Math.max(box.width, 140)}px, 92vw)` }}
              onClick={() => onChoose(key)}
            >
              {toLabel(region, facts)}
            </button>
          </div>
        );
      })}
    </div>
  );
}

/** A frame follows its region while the page scrolls: moved in this way it counts as no layout shift of the page. */
const toMove = ({ left, top }: { left: number; top: number }): string => `translate(${left}px, ${top}px)`;

/** `content/home · 1.0.0 · 3f2a9c0d · stable · hydrated in 34 ms`. */
function toLabel(region: Region, { releases }: TesterFacts): string {
  const { island, version, remote } = region;
  return [island, ...toShortVersion(version), releases[remote]?.channel ?? "", toStatusText(region)]
    .filter(Boolean)
    .join(" · ");
}

/**
 * In the region's upper left corner, above a region that is hardly higher than a label; below labels that are there already.
 * @param least pixels from the window's upper edge: below that edge and the mark of a preview, whose links a label must not cover
 */
function placeLabel(
  box: NonNullable<Region["box"]>,
  least: number,
  taken: { left: number; top: number }[],
): { left: number; top: number } {
  const top = box.height < 4 * labelHeight ? box.top - labelHeight : box.top;
  const place = { left: Math.max(edge, box.left), top: Math.max(least, top) };
  while (taken.some(({ left, top }) => Math.abs(left - place.left) < 200 && Math.abs(top - place.top) < labelHeight))
    place.top += labelHeight;
  taken.push(place);
  return place;
}
