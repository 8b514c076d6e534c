import { expect, test } from "vitest";
import { findSvgProblems } from "./find-svg-problems.ts";

const svg = (inside: string, attributes = 'viewBox="0 0 10 10"'): Buffer =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${inside}</svg>\n`);

test("A picture of shapes, gradients and text is drawn.", () => {
  expect(
    findSvgProblems(
      svg(
        '<!-- felt --><defs><linearGradient id="g"><stop offset="0"/></linearGradient></defs><rect fill="url(#g)" width="10" height="10"/><text>A</text>',
      ),
    ),
  ).toEqual([]);
});

/** Each level refers to the one below it twice. */
const nested = (levels: number, refer: (id: string) => string): string =>
  `<g id="l0"><rect width="1" height="1"/></g>${Array.from({ length: levels }, (_, level) => `<g id="l${level + 1}">${refer(`l${level}`).repeat(2)}</g>`).join("")}`;

test("A picture may refer to its own parts.", () => {
  expect(findSvgProblems(svg(nested(3, (id) => `<use href="#${id}"/>`)))).toEqual([]);
  expect(findSvgProblems(svg('<g id="a"><use href="#a"/><use href="#b"/></g><g id="b"><use href="#a"/></g>'))).toEqual(
    [],
  );
});

test("A picture whose paints, clips and markers hold for some hundred shapes is drawn.", () => {
  const shapes = '<path clip-path="url(#c)" d="M0 0h1v1z"/>'.repeat(300);
  expect(
    findSvgProblems(
      svg(
        `<linearGradient id="g"><stop/><stop/></linearGradient><clipPath id="c"><rect/></clipPath><marker id="m"><path d="M0 0"/></marker><g clip-path="url(#c)" fill="url(#g)">${shapes}<path marker-end="url(#m)" d="M0 0h1v1h1"/></g>`,
      ),
    ),
  ).toEqual([]);
});

test.each<[string, Buffer, RegExp]>([
  ["a line that is too tall to draw", svg("", 'viewBox="0 0 1 4000"'), /too tall to be drawn/],
  ["ten thousand elements", svg("<rect/>".repeat(10_000)), /more than 10000 elements are drawn/],
  ["parts that refer to parts", svg(nested(20, (id) => `<use href="#${id}"/>`)), /more than 10000 elements are drawn/],
  [
    "paints that use paints",
    svg(nested(20, (id) => `<rect fill="url(#${id})"/>`)),
    /more than 10000 elements are drawn/,
  ],
  [
    "thousands of parts that refer each to the next",
    svg(Array.from({ length: 8000 }, (_, at) => `<use id="a${at}" href="#a${at + 1}"/>`).join("")),
    /more than 10000 elements are drawn/,
  ],
  [
    "paints whose names are written in capitals, and with white space",
    svg(nested(20, (id) => `<rect fill="URL(#${id} )"/>`)),
    /more than 10000 elements are drawn/,
  ],
  [
    "parts of which others, with the same ids, stand behind them",
    svg(
      nested(20, (id) => `<use href="#${id}"/>`) + Array.from({ length: 21 }, (_, at) => `<g id="l${at}"/>`).join(""),
    ),
    /more than 10000 elements are drawn/,
  ],
  [
    "a marker at each point of a line",
    svg(
      `<marker id="m">${"<rect/>".repeat(200)}</marker><g marker-mid="url(#m)"><path d="M0 0${"h1z".repeat(50)}"/></g>`,
    ),
    /more than 10000 elements are drawn/,
  ],
  [
    "a paint that holds for all shapes inside, and one that holds for those that it uses",
    svg(
      `<pattern id="p">${"<rect/>".repeat(99)}</pattern><g id="g">${"<rect/>".repeat(99)}</g><use href="#g" fill="url(#p)"/>`,
    ),
    /more than 10000 elements are drawn/,
  ],
  [
    "a mask that its shapes take over",
    svg(`<mask id="m">${"<rect/>".repeat(99)}</mask><g mask="url(#m)">${'<rect mask="inherit"/>'.repeat(101)}</g>`),
    /more than 10000 elements are drawn/,
  ],
  [
    "links under another name",
    svg(
      nested(20, (id) => `<use x:href="#${id}"/>`),
      'xmlns:x="http://www.w3.org/1999/xlink" viewBox="0 0 10 10"',
    ),
    /xmlns:x> gives links another name/,
  ],
  ["a paint that is written with escapes", svg('<rect fill="u\\72l(#a)"/>'), /<rect fill> names a file/],
  ["a file that its first tag names", svg("", 'viewBox="0 0 1 1" mask="url(https://evil.example/#m)"'), /names a file/],
  ["a file that it names without url", svg("<rect cursor=\"image-set('//evil.example' 1x)\"/>"), /names a file/],
  ["a script", svg("<script>alert(1)</script>"), /does not run/],
  [
    "HTML inside of it",
    svg("<foreignObject><p>x</p></foreignObject>"),
    /<foreignobject> may not stand inside of <svg>/,
  ],
  ["an event handler", svg('<rect onload="alert(1)"/>'), /event handler/],
  ["an animated address", svg('<set attributeName="href" to="javascript:alert(1)"/>'), /<set> may not stand/],
  ["a picture from elsewhere", svg('<image href="https://evil.example/x.png"/>'), /<image> may not stand/],
  ["a file of the server", svg('<use href="file:///etc/passwd#x"/>'), /leads out of the picture/],
  ["a paint from elsewhere", svg('<rect fill="url(https://evil.example/#p)"/>'), /names a file/],
  ["a style sheet", svg("<style>@import url(//evil.example)</style>"), /<style> is dropped/],
  [
    "an entity that grows",
    Buffer.from(
      '<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]><svg viewBox="0 0 1 1"><text>&b;</text></svg>',
    ),
    /no complete tag/,
  ],
  [
    "an external entity",
    Buffer.from(
      '<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg viewBox="0 0 1 1"><text>&x;</text></svg>',
    ),
    /no complete tag/,
  ],
  [
    "an instruction to the parser",
    Buffer.from('<?xml-stylesheet href="//evil.example/x.css"?><svg viewBox="0 0 1 1"></svg>'),
    /no complete tag/,
  ],
  ["two pictures", Buffer.from("<svg></svg><svg></svg>"), /not one <svg>/],
  ["no picture", Buffer.from("<p>x</p>"), /not one <svg>/],
  ["a giant", svg("", 'width="100000" height="100000"'), /100000 by 100000 pixels.*at most 4096/],
  ["a giant by its view box", svg("", 'viewBox="0 0 1 99999"'), /1 by 99999 pixels/],
  ["a megabyte of path", svg(`<path d="${"M0 0".repeat(300_000)}"/>`), /bytes; a picture may have at most 262144/],
  ["shapes inside of one another without end", svg("<g>".repeat(1000) + "</g>".repeat(1000)), /inside of one another/],
])("A picture is refused for %s.", (_what, bytes, problem) => {
  expect(
    findSvgProblems(bytes)
      .map((found) => found.problem)
      .join("\n"),
  ).toMatch(problem);
});
