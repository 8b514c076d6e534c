import { isUtf8 } from "node:buffer";
import { SaxesParser } from "saxes";
import type { HtmlProblem } from "../answers/scan-html.ts";
import { readSvgSize } from "../answers/svg-size.ts";

/** The references that every XML document has. All others would need a declaration. */
const reference = /^&(?:amp|lt|gt|quot|apos|#\d+|#x[\da-fA-F]+);/;

/** An `&` with the name of the reference that it begins, if it begins one. */
const ampersand = /&(?:(#?\w+);)?/g;

const svgNamespace = "http://www.w3.org/2000/svg";

/**
 * Why the server's library cannot draw a picture of a release: it accepts well-formed XML only, while browsers parse pictures in pages
 * as HTML. Empty when it can.
 */
export function findDrawingProblems(svg: Uint8Array): HtmlProblem[] {
  if (!isUtf8(svg)) return [{ problem: "it is no UTF-8 text. Save it in UTF-8.", at: 0 }];
  const text = Buffer.from(svg.buffer, svg.byteOffset, svg.byteLength).toString("utf8");
  const unreadable = findReferenceProblem(text) ?? findXmlProblem(text);
  if (unreadable) return [unreadable];
  return readSvgSize(svg)
    ? []
    : [
        {
          problem:
            'its first tag says no size. Write viewBox="0 0 WIDTH HEIGHT", or width and height, as numbers that are at least 1.',
          at: 0,
        },
      ];
}

/** A parser would name the place where it gives up, which is far behind the `&` that it read on from. */
function findReferenceProblem(text: string): HtmlProblem | undefined {
  for (const { 0: found, 1: name, index } of text.matchAll(ampersand)) {
    if (reference.test(found)) continue;
    const what =
      name === undefined
        ? "it has an & that begins no character reference"
        : `it has the character reference &${name}; that XML does not know`;
    return { problem: `${what}. Write & as &amp;, and other characters as they are.`, at: index };
  }
  return undefined;
}

function findXmlProblem(text: string): HtmlProblem | undefined {
  const parser = new SaxesParser({ xmlns: true });
  let first: HtmlProblem | undefined;
  const keep = (problem: string): void => {
    first ??= { problem, at: Math.max(0, parser.position - 1) };
  };
  let isRoot = true;
  parser.on("opentag", ({ uri }) => {
    if (isRoot && uri !== "" && uri !== svgNamespace) keep(`its xmlns is ${uri}. Write xmlns="${svgNamespace}".`);
    isRoot = false;
  });
  parser.on("error", ({ message }) => {
    // The message begins with the place.
    const reason = message.replace(/^[\d:]+ /, "").replace(/\.$/, "");
    keep(`it is no well-formed XML at line ${parser.line}, column ${parser.column}: ${reason}. Correct it there.`);
  });
  parser.write(text).close();
  return first;
}
