/** A policy document of its author: facts about the document on top, the text below. */
export interface Policy {
  title: string;
  /** One sentence, for search results and below the title. */
  description: string;
  /** As printed, such as `20241213` (B258). Most documents have a date alone. */
  version: string | undefined;
  /** The day it took effect, such as `2024-12-13`. Its file writes `13 December 2024`, in every language. */
  effectiveDate: string;
  /** Markdown, with `{placeholders}`. */
  body: string;
}

const months = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];

/**
 * Reads a policy file: lines of `name: value` between two `---`, then Markdown.
 * @throws Error that says what the author has to change. It stops the build, so it never reaches a visitor.
 */
export function parsePolicy(source: string): Policy {
  const match = /^---\n(?<front>[\s\S]*?)\n---\n(?<body>[\s\S]+)$/.exec(source.replaceAll("\r\n", "\n"));
  if (!match?.groups) throw new Error("A policy starts with its title and date between two lines of ---.");
  const { front = "", body = "" } = match.groups;
  const fields = new Map(front.split("\n").map(toField));
  const read = (name: string): string => {
    const value = fields.get(name);
    if (!value) throw new Error(`A policy needs the line "${name}: ..." between its two lines of ---.`);
    return value;
  };
  return {
    title: read("title"),
    description: read("description"),
    version: fields.get("version"),
    effectiveDate: toIsoDate(read("effective")),
    body: body.trim(),
  };
}

function toField(line: string): [name: string, value: string] {
  const cut = line.indexOf(":");
  if (cut < 1) throw new Error(`The line "${line}" on top of a policy is not "name: value".`);
  return [line.slice(0, cut).trim(), line.slice(cut + 1).trim()];
}

/**
 * Turns `28 June 2024` into `2024-06-28`.
 * @throws Error when it is not a day of the calendar written that way.
 */
export function toIsoDate(text: string): string {
  const [, day = "", name = "", year = ""] = /^(\d{1,2}) ([A-Z][a-z]+) (\d{4})$/.exec(text) ?? [];
  const month = months.indexOf(name) + 1;
  const iso = `${year}-${String(month).padStart(2, "0")}-${day.padStart(2, "0")}`;
  const date = new Date(`${iso}T00:00:00Z`);
  if (Number.isNaN(date.getTime()) || date.getUTCDate() !== Number(day)) {
    throw new Error(`"${text}" is not a date such as 28 June 2024.`);
  }
  return iso;
}
