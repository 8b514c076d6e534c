import type { SupportChat } from "@site/contracts/site/site-config";

/** What a vendor reports, the same for both generations of its chat. */
export type ChatReport =
  | { type: "init-succeeded" | "window-maximized" | "window-minimized" | "ended" }
  | { type: "init-failed"; problem: string }
  /** A message. `isAutomated`: written neither by the visitor nor by an agent. */
  | { type: "said"; text: string; isAutomated: boolean }
  /** A message that could not be parsed. */
  | { type: "unreadable"; problem: unknown }
  /** The vendor's script replaced these globals of the page; they are put back. */
  | { type: "meddled"; names: readonly string[] };

/**
 * One generation of the vendor's chat. An attempt is the signal of one request to chat: when it aborts, promises that wait for
 * it reject, and a later answer of the vendor to that attempt is ignored.
 */
export interface ChatDriver {
  /**
   * Loads the vendor's script and initialises it, each once however often it is called, and resolves when it is ready.
   * @throws when the script does not come or does not do what it should, when it reports an error, when the attempt ends
   */
  prepare(attempt: AbortSignal): Promise<void>;
  /**
   * Opens the window. Called after `prepare` has resolved, and never before (B101).
   * @throws what the vendor rejects with, or when the attempt ends
   */
  launch(attempt: AbortSignal): Promise<void>;
  /**
   * Makes the window small. Hides it where the vendor has no way for that; `reveal` undoes it.
   * @throws what the vendor rejects with
   */
  minimize(): Promise<void>;
  /** Shows a window that `minimize` had to hide. */
  reveal(): void;
  /** How high the window is from the lower edge of the browser's window, in CSS pixels; 0 when it is hidden or there is none. */
  readCoveredPixels(): number;
  /** @throws what the vendor rejects with */
  clearSession(): Promise<void>;
}

export type CreateChatDriver = (settings: SupportChat, tell: (report: ChatReport) => void) => ChatDriver;

/** The display name of what no person says, in either generation. */
export const automatedName = "Automated Process";
