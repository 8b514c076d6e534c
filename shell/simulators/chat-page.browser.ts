import type { ChatBehaviour } from "./chat-wire.ts";

/** Milliseconds of everything that is told to be slow. */
const slowness = 1200;

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));
const forever: Promise<never> = new Promise(() => undefined);

/** How the simulator was told to behave when a script asks for its settings. */
export async function loadBehaviour(origin: string): Promise<ChatBehaviour> {
  const response = await fetch(`${origin}/embeddedservice/v1/embedded-service-config`);
  if (!response.ok) throw new Error(`The configuration answered ${response.status}.`);
  const { behaviour }: { behaviour: ChatBehaviour } = await response.json();
  return behaviour;
}

/** Waits as a phase was told to: not at all, for a while, or for ever. */
export async function dawdle(how: string): Promise<void> {
  if (how === "slow") await pause(slowness);
  if (how === "hangs") await forever;
}
