import type { EcmaScriptModule, Expression } from "oxc-parser";

/** A mistake, with the offset of its first character in the source. */
export interface MistakeAt {
  at: number;
  problem: string;
  change: string;
}

/** Queries that the build reads, with the files it reads them for. */
const knownQuery = /(?:\.css\?text|\.module\.css\?sheet|\.json\?texts=.*)$/;

const toCssModule = (file: string): string => file.replace(/^.*\//, "").replace(/(?:\.module)?\.\w+$/, ".module.css");

/** Files for which the bundler has no loader, by their extensions. Names of packages such as `chart.js` end otherwise. */
const refused: readonly { ends: readonly string[]; what: string; change(file: string): string }[] = [
  {
    ends: ["css"],
    what: "a plain style sheet, whose rules would hold for the whole document",
    change: (file) =>
      file.startsWith(".")
        ? `Name the file ${toCssModule(file)}, and take its classes: import styles from that file.`
        : "Copy the rules that are needed into a CSS Module of this package, each behind a class of it: .chart :global(.name-of-the-library).",
  },
  {
    ends: ["png", "jpg", "jpeg", "gif", "webp", "avif", "ico", "bmp"],
    what: "a bitmap image, which code cannot import",
    change: () =>
      "Import the picture as SVG, or have the shell's team add it to shell/assets, and name it by its path, as /assets/felt.webp.",
  },
  {
    ends: ["scss", "sass", "less", "styl", "pcss"],
    what: "a style sheet that is not CSS, and the build reads CSS only",
    change: (file) => `Write it as CSS, which has variables and nesting of its own: ${toCssModule(file)}.`,
  },
  {
    ends: ["woff", "woff2", "ttf", "otf", "eot"],
    what: "a font, which code cannot import",
    change: () => "Use a font of the site: font-family: var(--font), or var(--font-code).",
  },
  {
    ends: [
      "mp4",
      "webm",
      "mp3",
      "ogg",
      "wav",
      "m4a",
      "wasm",
      "txt",
      "html",
      "csv",
      "xml",
      "yaml",
      "yml",
      "toml",
      "pdf",
    ],
    what: "a file for which the build has no loader",
    change: () => "Import code, JSON, Markdown, SVG or a CSS Module: write what is needed of it in one of these.",
  },
];

/** Extensions that the build knows in lower case only. */
const lowerCaseOnly = ["svg", "json", "md"];

/** Whether a file may import one of {@link refused}, one of {@link lowerCaseOnly} with capitals, or anything with a query. Most files need not be parsed. */
export const mayBeRefused = new RegExp(
  String.raw`\.(?:${[...refused.flatMap(({ ends }) => ends), ...lowerCaseOnly].join("|")})["'\`]|["'][^"'\s?]+\?[\w=&.-]+["']`,
  "i",
);

/** Imports of files that the bundler cannot read, which no release may have. */
export function findRefusedImports({ staticImports }: EcmaScriptModule): MistakeAt[] {
  return staticImports.flatMap(({ start, moduleRequest: { value }, entries }) => {
    const [path = value, query] = value.split("?");
    if (query !== undefined && !knownQuery.test(value))
      return [
        {
          at: start,
          problem: `${value} has the query ?${query} of another bundler, which this build does not know.`,
          change:
            findRefusedFile(path)?.change(path) ??
            (path.endsWith(".svg")
              ? ofArtwork
              : "Leave the query out. There is no file for a worker: split long work into parts."),
        },
      ];
    const named = path.endsWith(".svg")
      ? entries.find(({ importName: { kind, name } }) => kind === "Name" && name !== "default")
      : undefined;
    if (named)
      return [
        {
          at: start,
          problem: `${path} exports no ${named.importName.name}: its default export, the name of the artwork, is its only one.`,
          change: ofArtwork,
        },
      ];
    const end = /\.(\w+)$/.exec(value)?.[1]?.toLowerCase() ?? "";
    if (lowerCaseOnly.includes(end) && !value.endsWith(`.${end}`))
      return [
        {
          at: start,
          problem: `${value} is a file whose extension has capitals, and the build knows .${end} alone.`,
          change: `Name the file ${value.replace(/^.*\//, "").replace(/\w+$/, end)}.`,
        },
      ];
    const found = findRefusedFile(value);
    return found ? [{ at: start, problem: `${value} is ${found.what}.`, change: found.change(value) }] : [];
  });
}

/** How a component shows artwork. */
const ofArtwork =
  'Write import table from "./table.svg" and <img src={toImageUrl(table, 320, 1)} …> of @site/contracts/islands/image, or write its shapes as <svg> in a component.';

/** Why code cannot import a file, by its extension, and what to do. */
export function findRefusedFile(path: string): (typeof refused)[number] | undefined {
  const end = /\.(\w+)$/.exec(path)?.[1]?.toLowerCase() ?? "";
  return path.endsWith(".module.css") ? undefined : refused.find(({ ends }) => ends.includes(end));
}

/** An import whose path is only known at run time: the release has no file for it, and each visitor's press would fail. */
export function findUnnamedImport({ source, start }: { source: Expression; start: number }): MistakeAt[] {
  if (isNamed(source)) return [];
  return [
    {
      at: start,
      problem: "the file that is imported here is not written in the code, so no release has it.",
      change: 'Write the path of each file: isLong ? import("./long.tsx") : import("./short.tsx").',
    },
  ];
}

/** Whether the path is written in the source, at least its folder: the bundler then includes all files of that folder. */
function isNamed(source: Expression): boolean {
  if (source.type === "Literal") return true;
  if (source.type === "TemplateLiteral") return source.quasis[0]?.value.raw.startsWith(".") === true || isWhole(source);
  return source.type === "BinaryExpression" && source.left.type !== "PrivateIdentifier" && isNamed(source.left);
}

const isWhole = ({ expressions }: { expressions: readonly unknown[] }): boolean => expressions.length === 0;
