/** What can answer for the chat. The island is given one; without it the chat is unavailable. */
export interface ChatSupport {
  /** Asks the configured queue, and returns its answer as it came. */
  readQueue(signal: AbortSignal): Promise<unknown>;
  /** Starts the chat. Rejects when it cannot. */
  launch(): Promise<void>;
}

/** Whether the queue's answer says that somebody is free: only the literal `true` counts (B095). */
export function hasCapacity(answer: unknown): boolean {
  return typeof answer === "object" && answer !== null && "hasCapacity" in answer && answer.hasCapacity === true;
}

/** Whether the chat is available now. A question that fails means that it is not, and harms nothing (B112). */
export async function checkAvailability(
  support: Pick<ChatSupport, "readQueue"> | undefined,
  signal: AbortSignal,
): Promise<boolean> {
  if (!support) return false;
  try {
    return hasCapacity(await support.readQueue(signal));
  } catch {
    // The page does not depend on the chat: the contact link stays.
    return false;
  }
}
