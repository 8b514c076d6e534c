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
  /** How many characters a line of the terminal has. */
  columns?: number;
  write(text: string): unknown;
}

const barsize = 20;

/** How a command shows its progress: a bar on a terminal, a line for each step elsewhere, nothing with `--json`. */
export function createProgress(
  steps: number,
  { silent, stream }: { silent: boolean; stream: NodeJS.WritableStream & ProgressStream },
): Progress {
  if (silent) return { begin: () => undefined, end: () => undefined };
  if (stream.isTTY !== true) return createLines(steps, stream);
  // The cursor stays and long lines break: a command that is interrupted or killed has no moment to switch either on again.
  const bar = new SingleBar(
    {
      format: "{bar} {value}/{total} {step}",
      barsize,
      clearOnComplete: true,
      hideCursor: false,
      linewrap: true,
      stream,
    },
    Presets.shades_classic,
  );
  const toPayload = (step: string): { step: string } => ({ step: toFitting(step, steps, stream.columns) });
  let begun = 0;
  return {
    begin(step) {
      if (begun === 0) bar.start(steps, 0, toPayload(step));
      else bar.update(begun, toPayload(step));
      begun += 1;
    },
    end: () => bar.stop(),
  };
}

/** A step, shortened to what a line of the terminal has left: a bar of two lines would be drawn again below itself. */
function toFitting(step: string, steps: number, columns = 0): string {
  // A terminal that does not know its size says 0.
  const width = columns > 0 ? columns : 80;
  const room = Math.max(0, width - `${" ".repeat(barsize)} ${steps}/${steps} `.length - 1);
  return step.length <= room ? step : `${step.slice(0, Math.max(0, room - 1))}…`;
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
