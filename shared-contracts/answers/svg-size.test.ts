import { expect, test } from "vitest";
import { readSvgSize } from "./svg-size.ts";

test.each([
  [
    '<svg xmlns="http://www.w3.org/2000/svg" width="960" height="600" viewBox="0 0 96 60"><rect/></svg>',
    { width: 960, height: 600 },
  ],
  ['<svg viewBox="-5 0 640.4 320"><rect/></svg>', { width: 640, height: 320 }],
  ['\n<svg stroke-width="2" width="24px" height="12px"/>', { width: 24, height: 12 }],
  ['<svg width="100%" height="100%" viewBox="0 0 8 4">', { width: 8, height: 4 }],
  ["<!-- made by a tool -->\n<svg width='24' height='12'/>", { width: 24, height: 12 }],
  ["<svg viewBox=' 0,0, 8,4 '/>", { width: 8, height: 4 }],
  ['<svg width="200" viewBox="0 0 100 100">', { width: 200, height: 200 }],
  ['<svg viewBox="0 0 100 50" height="300">', { width: 600, height: 300 }],
  [`<svg data-x=' width="7" ' width="40" height="50">`, { width: 40, height: 50 }],
  ['<svg width="1e2" height="50" viewBox="0 0 10 10">', undefined],
  ['<svg width="100" height="50mm" viewBox="0 0 100 100">', undefined],
  ['<svg width="&#52;0" height="20" viewBox="0 0 80 20">', undefined],
  [`<svg width="24' height='12"/>`, undefined],
  ['<svg width="100%" height="50%">', undefined],
  ['<svg width="0" height="0">', undefined],
  ['<svg stroke-width="2" stroke-height="3">', undefined],
  ["<svg", undefined],
  ["", undefined],
  ["<html><svg width='1' height='1'>", undefined],
  [`<svg data-x="${"y".repeat(5000)}" width="1" height="1">`, undefined],
])("B207 the size of %s is %j", (svg, size) => {
  expect(readSvgSize(Buffer.from(svg))).toEqual(size);
});
