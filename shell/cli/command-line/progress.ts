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

/**
 * Shows a command's progress: a bar on a terminal, a line for each step elsewhere, nothing with `--json`.
 * @param terminal the kind of the terminal, as `TERM` names it; one that is `dumb` cannot move its cursor
 */
export function createProgress(
  steps: number,
  {
    silent,
    stream,
    terminal,
  }: { silent: boolean; stream: NodeJS.WritableStream & ProgressStream; terminal?: string | undefined },
): Progress {
  if (silent) return { begin: () => undefined, end: () => undefined };
  if (stream.isTTY !== true || terminal === "dumb" || toRoom(steps, stream.columns) === 0)
    return createLines(steps, stream);
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

/** The characters that the terminal's line has behind the bar; 0 where the bar alone would wrap to two lines. */
function toRoom(steps: number, columns = 0): number {
  // A terminal that does not know its size reports 0.
  const width = columns > 0 ? columns : 80;
  return Math.max(0, width - `${" ".repeat(barsize)} ${steps}/${steps} `.length - 1);
}

/** A step, shortened to the rest of the terminal's line: a bar that wraps to two lines would be drawn again below itself. */
function toFitting(step: string, steps: number, columns?: number): string {
  const room = toRoom(steps, columns);
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
