import { answerLimits } from "@site/contracts/answers/answer-limits";

/** Whether artwork of a natural size can be drawn at a width in pixels. */
export function isDrawable({ width, height }: { width: number; height: number }, drawnWidth: number): boolean {
  return drawnWidth * Math.ceil((drawnWidth * height) / width) <= answerLimits.drawnPixels;
}
