// The first thing a confined process runs, handed to it as text: it has no file to read. Its parent sends its modules as one
// message, by address, and it runs the first of them.
import { readSync } from "node:fs";
import { registerHooks } from "node:module";

const read = (length) => {
  const bytes = Buffer.allocUnsafe(length);
  for (let filled = 0; filled < length;) {
    const more = readSync(0, bytes, filled, length - filled, null);
    if (more === 0) process.exit();
    filled += more;
  }
  return bytes;
};

const { first, modules } = JSON.parse(read(read(4).readUInt32BE()).toString("utf8"));
const sources = new Map(Object.entries(modules));

registerHooks({
  resolve(specifier, context, next) {
    const url = URL.parse(specifier, context.parentURL)?.href ?? "";
    return sources.has(url) ? { url, format: "module", shortCircuit: true } : next(specifier, context);
  },
  load: (url, context, next) =>
    sources.has(url) ? { format: "module", source: sources.get(url), shortCircuit: true } : next(url, context),
});

await import(first);
