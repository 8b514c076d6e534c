import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Starts a program of `node_modules/.bin` that npx has found before, and the package manager of a version that npx has started before. It leaves all else to the
 * npx of the rest of `PATH`.
 */
const script = `#!/bin/bash
if [[ $1 == --yes && $2 == pnpm@* ]]; then
  known="$0-known-$2"
  [[ -e "$known" && ! -s "$known" ]] && PATH="\${PATH#*:}" npx --yes --package="$2" --call "command -v pnpm" > "$known"
  [[ -s "$known" ]] && exec "$(< "$known")" "\${@:3}"
  touch "$known"
elif [[ $1 != -* ]]; then
  [[ -e "$0-found-$1" ]] && exec "node_modules/.bin/$1" "\${@:2}"
  touch "$0-found-$1"
fi
PATH="\${PATH#*:}" exec npx "$@"
`;

/**
 * Makes an `npx` for tests that run many commands: npx itself finds each program once, which takes 0.3 s of processor time.
 * @returns its folder, which has to come first in `PATH`
 */
export function createQuickNpx(folder: string): string {
  const bin = join(folder, "bin");
  mkdirSync(bin);
  writeFileSync(join(bin, "npx"), script, { mode: 0o755 });
  return bin;
}
