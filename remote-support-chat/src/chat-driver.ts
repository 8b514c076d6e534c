import type { SupportChat } from "@site/contracts/site/site-config";

/** A report of a vendor, the same for both generations of its chat. */
export type ChatReport =
  | { type: "init-succeeded" | "window-maximized" | "window-minimized" | "ended" }
  | { type: "init-failed"; problem: string }
  /** A message. `isAutomated`: written neither by the visitor nor by an agent. */
  | { type: "said"; text: string; isAutomated: boolean }
  /** A message that could not be parsed. */
  | { type: "unreadable"; problem: unknown }
  /** The vendor's script replaced these globals of the page; they were restored. */
  | { type: "meddled"; names: readonly string[] };

/**
 * One generation of the vendor's chat. An attempt is the signal of one request to chat: when it aborts, promises that wait for it reject, and a later
 * response of the vendor to that attempt is ignored.
 */
export interface ChatDriver {
  /**
   * Loads the vendor's script and initialises it, each only once for all calls, and resolves when it is ready.
   * @throws when the script fails to load or lacks the expected functions, when it reports an error, when the attempt ends
   */
  prepare(attempt: AbortSignal): Promise<void>;
  /**
   * Opens the window. Called only after `prepare` has resolved (B101).
   * @throws the vendor's error, or when the attempt ends
   */
  launch(attempt: AbortSignal): Promise<void>;
  /**
   * Minimizes the window. Hides it if the vendor cannot minimize; `reveal` undoes that.
   * @throws the vendor's error
   */
  minimize(): Promise<void>;
  /** Shows a window that `minimize` had to hide. */
  reveal(): void;
  /** The height of the window above the lower edge of the browser's window, in CSS pixels; 0 when it is hidden or missing. */
  readCoveredPixels(): number;
  /** @throws the vendor's error */
  clearSession(): Promise<void>;
}

export type CreateChatDriver = (settings: SupportChat, tell: (report: ChatReport) => void) => ChatDriver;

/** The display name of automated messages, in either generation. */
export const automatedName = "Automated Process";
