import { countDrawn } from "./count-drawn.ts";
import { answerLimits } from "./answer-limits.ts";
import { findFragmentProblems } from "./find-fragment-problems.ts";
import { type HtmlProblem, scanHtml } from "./scan-html.ts";
import { imageWidths } from "../src/islands/image.ts";
import { readSvgSize } from "./svg-size.ts";

/**
 * Why a picture of a release is not drawn: it is larger than a picture may be, or has more than shapes and text. What runs, animates,
 * carries HTML, names another file or declares an entity is refused, as in a fragment's own SVG. None when all is well.
 */
export function findSvgProblems(svg: Uint8Array): HtmlProblem[] {
  if (svg.length > answerLimits.svgBytes)
    return [{ problem: `it has ${svg.length} bytes; a picture may have at most ${answerLimits.svgBytes}.`, at: 0 }];
  const text = Buffer.from(svg.buffer, svg.byteOffset, svg.byteLength).toString("utf8");
  const scanned = scanHtml(text);
  const found = findFragmentProblems(text, scanned);
  const roots = scanned.elements.filter(({ around }) => around.length === 0);
  if (roots.length !== 1 || roots[0]?.tag !== "svg") found.push({ problem: "it is not one <svg>.", at: 0 });
  if (countDrawn(scanned.elements, answerLimits.svgDrawn) >= answerLimits.svgDrawn) {
    found.push({
      problem: `more than ${answerLimits.svgDrawn} elements are drawn, each as often as it is referred to. Draw it with fewer.`,
      at: 0,
    });
  }
  const size = readSvgSize(svg);
  if (size && Math.max(size.width, size.height) > answerLimits.svgSide) {
    found.push({
      problem: `it is ${size.width} by ${size.height} pixels; a picture may have at most ${answerLimits.svgSide} on each side. Draw it smaller: its width is chosen where it is shown.`,
      at: 0,
    });
  }
  const [least] = imageWidths;
  if (size && least * Math.ceil((least * size.height) / size.width) > answerLimits.drawnPixels) {
    found.push({
      problem: `it is too tall to be drawn: at the smallest width, ${least} pixels, it has more than ${answerLimits.drawnPixels} pixels.`,
      at: 0,
    });
  }
  return found;
}
