import { Presets, SingleBar } from "cli-progress";

/** Shows the progress of a running command. */
export interface Progress {
  /** Begins the next step and ends the previous one. */
  begin(step: string): void;
  /** Removes the progress bar. */
  end(): void;
}

/** The stream of the progress: the error stream, so that the output has the answer only. */
export interface ProgressStream {
  isTTY?: boolean;
  /** The width of the terminal in characters. */
  columns?: number;
  write(text: string): unknown;
}

const barsize = 20;

/** Shows a command's progress: a bar on a terminal, a line for each step elsewhere, nothing with `--json`. */
export function createProgress(
  steps: number,
  { silent, stream }: { silent: boolean; stream: NodeJS.WritableStream & ProgressStream },
): Progress {
  if (silent) return { begin: () => undefined, end: () => undefined };
  if (stream.isTTY !== true) return createLines(steps, stream);
  // The cursor stays visible and line wrapping stays on: a command that is interrupted or killed could not restore them.
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

/** A step, shortened to the rest of the terminal's line: a bar that wraps to two lines would be drawn again below itself. */
function toFitting(step: string, steps: number, columns = 0): string {
  // A terminal that does not know its size reports 0.
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
