import { Blob, Buffer as TextBuffer, Face, Font, shape, Variation } from "harfbuzzjs";
import decompress from "woff2-encoder/decompress";

/** A line of text as an SVG path, its baseline starting at 0, 0. */
export interface OutlinedText {
  path: string;
  /** In the units of `size`. */
  width: number;
}

/** How text is set: `weight` and `stretch` are the axes of the site's family. */
export interface TextStyle {
  size: number;
  weight: number;
  stretch: number;
}

export type OutlineText = (text: string, style: TextStyle) => OutlinedText;

let loaded: { font: Uint8Array; outline: Promise<OutlineText> } | undefined;

/** Text in the site's own type as outlines, because a renderer of SVG may lack the font. @param font bytes of a woff2 file */
export function loadOutlines(font: Uint8Array): Promise<OutlineText> {
  if (!loaded || Buffer.compare(loaded.font, font) !== 0) loaded = { font, outline: open(font) };
  return loaded.outline;
}

async function open(woff2: Uint8Array): Promise<OutlineText> {
  const sfnt = await decompress(woff2);
  const face = new Face(new Blob(new Uint8Array(sfnt).buffer));
  return (text, { size, weight, stretch }) => {
    const font = new Font(face);
    font.setVariations([new Variation("wght", weight), new Variation("wdth", stretch)]);
    const buffer = new TextBuffer();
    buffer.addText(text);
    buffer.guessSegmentProperties();
    shape(font, buffer);
    const scale = size / face.upem;
    let pen = 0;
    const glyphs = buffer.getGlyphInfosAndPositions().map(({ codepoint, xAdvance = 0, xOffset = 0, yOffset = 0 }) => {
      const place = `translate(${round((pen + xOffset) * scale)} ${round(-yOffset * scale)}) scale(${round(scale, 5)} ${round(-scale, 5)})`;
      pen += xAdvance;
      return `<path transform="${place}" d="${font.glyphToPath(codepoint)}"/>`;
    });
    return { path: glyphs.join(""), width: pen * scale };
  };
}

function round(value: number, digits = 2): number {
  return Number(value.toFixed(digits));
}
