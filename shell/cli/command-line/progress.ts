import { Presets, SingleBar } from "cli-progress";

/** Shows how far a command is, for as long as it works. */
export interface Progress {
  /** Begins the next step; the one before is done. */
  begin(step: string): void;
  /** Removes what is shown of the progress. */
  end(): void;
}

/** Where the progress goes: the error stream, so that the answer on the other one stays clean. */
export interface ProgressStream {
  isTTY?: boolean;
  write(text: string): unknown;
}

/** How a command shows its progress: a bar on a terminal, a line for each step elsewhere, nothing with `--json`. */
export function createProgress(
  steps: number,
  { silent, stream }: { silent: boolean; stream: NodeJS.WritableStream & ProgressStream },
): Progress {
  if (silent) return { begin: () => undefined, end: () => undefined };
  if (stream.isTTY !== true) return createLines(steps, stream);
  const bar = new SingleBar(
    { format: "{bar} {value}/{total} {step}", barsize: 20, clearOnComplete: true, hideCursor: true, stream },
    Presets.shades_classic,
  );
  let begun = 0;
  return {
    begin(step) {
      if (begun === 0) bar.start(steps, 0, { step });
      else bar.update(begun, { step });
      begun += 1;
    },
    end: () => bar.stop(),
  };
}

function createLines(steps: number, stream: ProgressStream): Progress {
  let begun = 0;
  return {
    begin(step) {
      begun += 1;
      stream.write(`${step} (${begun} of ${steps})\n`);
    },
    end: () => undefined,
  };
}
