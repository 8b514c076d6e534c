// Stands in for a draw process: it hangs at width 1, ends at width 2, answers more than is read at width 3, and draws every other width
// at once.
import { readFrames, toFrame } from "@site/contracts/confine/frames";
import type { DrawReply, DrawRequest } from "../drawing.ts";

readFrames(process.stdin, Number.POSITIVE_INFINITY, {
  onMessage(message) {
    const { run, drawing } = message as DrawRequest;
    const width = drawing.kind === "artwork" ? drawing.width : 0;
    if (width === 2) process.exit(1);
    if (width === 3) answer({ run, ok: true, bytes: "x".repeat(8 * 1024 * 1024) });
    else if (width !== 1) answer({ run, ok: true, bytes: Buffer.alloc(width).toString("base64") });
  },
  onProblem: () => process.exit(1),
});

function answer(reply: DrawReply): void {
  process.stdout.write(toFrame(JSON.stringify(reply)));
}
