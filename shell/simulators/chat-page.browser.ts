import type { ChatBehaviour } from "./chat-wire.ts";

/** Milliseconds of the delay `slow`. */
const slowness = 1200;

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));
const forever: Promise<never> = new Promise(() => undefined);

/** The configured behaviour of the simulator at the request of a script. */
export async function loadBehaviour(origin: string): Promise<ChatBehaviour> {
  const response = await fetch(`${origin}/embeddedservice/v1/embedded-service-config`);
  if (!response.ok) throw new Error(`The configuration answered ${response.status}.`);
  const { behaviour }: { behaviour: ChatBehaviour } = await response.json();
  return behaviour;
}

/** Waits as configured for a phase: not at all, for a while, or for ever. */
export async function dawdle(how: string): Promise<void> {
  if (how === "slow") await pause(slowness);
  if (how === "hangs") await forever;
}
