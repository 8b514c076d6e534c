// Does nothing, and tells how late its event loop was.
import { answerLoopDelay } from "./harness/answer-loop-delay.ts";

answerLoopDelay();
setInterval(() => undefined, 60_000);
console.log("idle");
