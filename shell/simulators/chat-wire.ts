/** An entry of a conversation as it is sent, and as `onEmbeddedMessageSent` passes it to the page. */
export interface ConversationEntry {
  identifier: string;
  entryType: "Message";
  senderDisplayName: string;
  sender: { role: "EndUser" | "Agent" | "Chatbot"; appType: string };
  /** JSON in a string; the text is `abstractMessage.staticContent.text`. */
  entryPayload: string;
  /** UTC, ISO 8601. */
  transcriptedTimestamp: string;
}

/** A message from the window inside the frame to the script around it. */
export type WindowMessage =
  | { simulator: "chat"; type: "ready"; conversationId: string }
  | { simulator: "chat"; type: "entry"; conversationId: string; entry: ConversationEntry }
  | { simulator: "chat"; type: "minimize" };

/** The configurable faults of a simulated chat. `fine` everywhere is the documented behaviour. */
export interface ChatBehaviour {
  script: "fine" | "slow" | "missing" | "html" | "throws" | "hangs" | "redefines" | "empty";
  init: "fine" | "slow" | "fails" | "ready-twice" | "out-of-order" | "hangs";
  launch: "fine" | "slow" | "fails" | "silent" | "hangs";
  clear: "fine" | "fails" | "hangs";
  payload: "fine" | "broken";
  /** Whether the page can minimise the window: the second version of the messaging script can. */
  minimize: boolean;
  /** Milliseconds before each reply. */
  replyDelay: number;
}
