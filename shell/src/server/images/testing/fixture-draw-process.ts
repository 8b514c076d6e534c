// Stands in for a drawing process: width 1 hangs it, width 2 ends it, width 3 makes it answer more than is read, and anything else
// is drawn at once.
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
