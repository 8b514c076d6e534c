import type { ContactCopy } from "../../copy/contact-copy.ts";

export const contact: ContactCopy = {
  title: "Contact Us",
  description:
    "How to reach us about your account, a complaint, your data, the streamer programme or responsible gaming, and how soon we answer.",
  eyebrow: "Contact Us",
  display: "Every message gets an answer",
  lede: "Choose the subject that is closest. It decides which team answers you.",
  heading: "Help",
  table: "Whom to ask, and how soon we answer",
  columns: ["About", "How to reach us", "When you hear from us"],
  topics: [
    {
      subject: "Your account or a withdrawal",
      how: "Customer support. The help chat is on the responsible-gaming page.",
      purpose: "support",
      when: "In the chat at once, while an agent is free.",
    },
    {
      subject: "A complaint",
      how: "Say what happened, when, and what would put it right.",
      purpose: "complaints",
      when: "First response within 24 hours on weekdays, 72 hours at weekends.",
    },
    {
      subject: "Your personal data",
      how: "The data protection officer, as the privacy policy describes.",
      purpose: "dataProtection",
      when: "Acknowledged within 72 hours, answered within 30 days.",
    },
    {
      subject: "The streamer programme",
      how: "The provider’s talent contact, by email.",
      purpose: "talent",
      when: "When your channel has been looked at.",
    },
    {
      subject: "A weakness of this site or of the client",
      how: "The security team. Say how it can be repeated, and tell others only once it is closed.",
      purpose: "security",
      when: "When it has been examined.",
    },
    {
      subject: "The affiliate programme or the press",
      how: "Customer support passes it on.",
      purpose: "support",
      when: "When the team responsible has read it.",
    },
  ],
  silence:
    "A complaint counts as resolved when we have answered and not heard from you for 7 days. You can open it again with new facts.",
  before: {
    heading: "Before you write",
    points: [
      "Never send a password. Our staff never ask for it.",
      "Give the time and the number of the hand or the tournament, if there is one.",
      "Send identity documents only where the client asks for them.",
    ],
  },
  help: {
    heading: "If it is about you",
    text: "If playing has stopped being fun, you do not need to explain it to customer support first. The help chat is on the responsible-gaming page, and the helpline is independent of us.",
    chat: "Open responsible gaming",
    helpline: "Visit the helpline",
  },
};
