// Does nothing, and reports the delay of its event loop.
import { answerLoopDelay } from "./harness/answer-loop-delay.ts";

answerLoopDelay();
setInterval(() => undefined, 60_000);
console.log("idle");
