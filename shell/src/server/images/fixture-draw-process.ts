// Stands in for a drawing process: width 1 hangs it, width 2 ends it, and anything else is drawn at once.
import type { DrawReply, DrawRequest } from "./drawing.ts";

process.on("disconnect", () => process.exit());
process.on("message", ({ run, drawing }: DrawRequest) => {
  const width = drawing.kind === "artwork" ? drawing.width : 0;
  if (width === 2) process.exit(1);
  if (width !== 1) process.send?.({ run, ok: true, bytes: new Uint8Array(width) } satisfies DrawReply);
});
