import type { Compression, Encoding } from "../page/encoded-page.ts";

/** Our order of preference: smallest first. */
const preferred = ["br", "zstd", "gzip"] as const;

/** The encoding to answer with, of those there are. An encoding with `q=0` is one the client refuses. */
export function pickEncoding(accept: string | undefined, there: readonly Compression[] = preferred): Encoding {
  if (!accept) return "identity";
  const accepted = new Set<string>();
  for (const part of accept.toLowerCase().split(",")) {
    const [name = "", ...parameters] = part.split(";").map((piece) => piece.trim());
    if (!parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))) accepted.add(name);
  }
  return there.find((encoding) => accepted.has(encoding)) ?? "identity";
}
