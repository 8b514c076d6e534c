/** The speakers of a simulated conversation. */
export type Speaker = "assistant" | "agent" | "automated";

export interface Reply {
  speaker: Speaker;
  text: string;
}

/** The state of a conversation between two messages. */
export interface Dialogue {
  /** Whether the agent has taken over from the assistant. */
  hasAgent: boolean;
  /** Whether the closing words were said. */
  isOver: boolean;
}

export const openingReplies: readonly Reply[] = [
  {
    speaker: "automated",
    text: "This is a simulated chat. Nobody reads it, and nothing you type leaves this machine.",
  },
  {
    speaker: "assistant",
    text: "Hello. Ask me about limits, time-outs, self-exclusion, deposits, withdrawals or your account. Type “agent” to talk to a simulated agent, or “bye” to end.",
  },
];

/** The words with which an automated response ends a conversation (B107). */
const closingText = "Thank you for contacting us. This conversation is closed.";

interface Topic {
  words: RegExp;
  assistant: string;
  agent: string;
}

const topics: readonly Topic[] = [
  {
    words: /self.?exclu|exclude|ban me/i,
    assistant:
      "Self-exclusion closes your account for a period you choose, from 6 months to 5 years, or for good. It cannot be undone early. Type “agent” when you want to arrange it.",
    agent:
      "I can start that with you on the real site. From 6 months to 5 years, or permanent: once it is set it stays for the whole period. Would you also like the address of the independent helpline?",
  },
  {
    words: /limit|budget|too much/i,
    assistant: "You can set limits on what you deposit and on how long you play. A lower limit counts at once.",
    agent: "Good thought. Tell me an amount per day, week or month, and I would set it for you.",
  },
  {
    words: /time.?out|break|cool/i,
    assistant: "A time-out is a short break: you cannot play until it ends.",
    agent: "A break is easily arranged. How many days would help?",
  },
  {
    words: /help|worried|addict|problem|family/i,
    assistant:
      "It is good that you ask. The independent helpline on this page answers in confidence, also for families. Type “agent” to talk to us.",
    agent:
      "Thank you for telling me. You need not decide anything now. The helpline on this page is independent and free of charge; shall I also explain time-outs and self-exclusion?",
  },
  {
    words: /withdraw|payout|cash out/i,
    assistant:
      "A withdrawal goes back to where the deposit came from, after your name is verified and an audit of about 24 hours.",
    agent: "Withdrawals need a verified name first. Has yours been verified already?",
  },
  {
    words: /deposit|pay|card/i,
    assistant: "Deposits appear in the client's cashier. A confirmed one cannot be cancelled.",
    agent: "Which payment method is it about? Please do not send me any card number.",
  },
  {
    words: /account|password|verif|log ?in|sign/i,
    assistant:
      "One account for each person. Names are verified with an official document within 3 days of registration.",
    agent: "I can look into accounts on the real site. Please do not send me your password.",
  },
  {
    words: /age|21|old/i,
    assistant: "You must be 21 or older to play.",
    agent: "The minimum age is 21, and we do check it.",
  },
  {
    words: /^(hi|hello|hey|good (morning|afternoon|evening))\b/i,
    assistant: "Hello! What is your question?",
    agent: "Hello! What can I do for you?",
  },
  {
    words: /\b(thanks|thank you)\b/i,
    assistant: "You are welcome. Is there anything else? Type “bye” to end.",
    agent: "You are welcome. Is there anything else?",
  },
];

/** Picks the replies to a visitor's message, and the dialogue's next state. */
export function pickReplies(dialogue: Dialogue, text: string): { replies: Reply[]; dialogue: Dialogue } {
  if (/^\W*(bye|goodbye|end|that'?s all|no,? thanks?)\b/i.test(text)) {
    return { replies: [{ speaker: "automated", text: closingText }], dialogue: { ...dialogue, isOver: true } };
  }
  if (!dialogue.hasAgent && /\b(agent|human|person|somebody|someone)\b/i.test(text)) {
    return {
      replies: [
        { speaker: "automated", text: "Mara, a simulated agent, has joined." },
        { speaker: "agent", text: "Hi, I am Mara, and I am simulated too. What is it about?" },
      ],
      dialogue: { ...dialogue, hasAgent: true },
    };
  }
  const speaker = dialogue.hasAgent ? "agent" : "assistant";
  const topic = topics.find(({ words }) => words.test(text));
  const fallback = dialogue.hasAgent
    ? "I see. Tell me a little more: is it about limits, a time-out, self-exclusion, a payment or your account?"
    : "I did not understand that. Try “limits”, “self-exclusion”, “withdrawal” or “account”, or type “agent”.";
  return { replies: [{ speaker, text: topic ? topic[speaker] : fallback }], dialogue };
}
