const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/**
 * Maps every position in some of the sources to their beginning. Positions in a module of the bundler's own depend on the length of the paths in its
 * text.
 * @param mappings of a source map of version 3
 * @param isBlank whether the source with this index is one of them
 */
export function blankPositions(mappings: string, isBlank: (source: number) => boolean): string {
  const from = { source: 0, line: 0, column: 0 };
  const to = { line: 0, column: 0 };
  const blankSegment = (segment: string): string => {
    const [generated = 0, source, line = 0, column = 0, ...name] = readNumbers(segment);
    if (source === undefined) return segment;
    from.source += source;
    from.line += line;
    from.column += column;
    const next = isBlank(from.source) ? { line: 0, column: 0 } : { line: from.line, column: from.column };
    const moved = [generated, source, next.line - to.line, next.column - to.column, ...name];
    Object.assign(to, next);
    return moved.map(writeNumber).join("");
  };
  return mappings
    .split(";")
    .map((line) => line.split(",").map(blankSegment).join(","))
    .join(";");
}

/**
 * The numbers of a segment (VLQ): each in digits of five bits, the lowest first, whose sixth bit marks that more follow; the lowest bit is the sign.
 */
function readNumbers(segment: string): number[] {
  const numbers: number[] = [];
  let value = 0;
  let shift = 0;
  for (const letter of segment) {
    const digit = digits.indexOf(letter);
    value += (digit % 32) * 2 ** shift;
    shift += 5;
    if (digit >= 32) continue;
    numbers.push(value % 2 === 1 ? -(value - 1) / 2 : value / 2);
    value = 0;
    shift = 0;
  }
  return numbers;
}

function writeNumber(number: number): string {
  let rest = number < 0 ? -number * 2 + 1 : number * 2;
  let text = "";
  do {
    const digit = rest % 32;
    rest = (rest - digit) / 32;
    text += digits.charAt(rest > 0 ? digit + 32 : digit);
  } while (rest > 0);
  return text;
}
