/** One reason to write, who answers it and how soon. Times are those of the policies (B273, B275). */
export interface ContactTopic {
  subject: string;
  how: string;
  when: string;
}

export const contact = {
  title: "Contact Us",
  description: "How to reach us about your account, a complaint, your data, the streamer programme or responsible gaming, and how soon we answer.",
  eyebrow: "Contact us",
  display: "A person reads it",
  lede: "Choose the subject that is closest. It decides who answers, not whether you get one.",
  heading: "Help",
  table: "Whom to ask, and how soon we answer",
  columns: ["About", "How to reach us", "When you hear from us"],
  topics: [
    { subject: "Your account or a withdrawal", how: "Customer support. The help chat is on the responsible-gaming page.", when: "In the chat at once, while somebody is free to answer." },
    { subject: "A complaint", how: "Customer support. Say what happened, when, and what would put it right.", when: "First response within 24 hours on weekdays, 72 hours at weekends." },
    { subject: "Your personal data", how: "The data protection officer, as the privacy policy describes.", when: "Acknowledged within 72 hours, answered within 30 days." },
    { subject: "The streamer programme", how: "By email to the provider’s talent contact.", when: "When your channel has been looked at." },
    { subject: "The affiliate program or the press", how: "Customer support passes it on.", when: "Once the right person has read it." },
  ] satisfies readonly ContactTopic[],
  silence: "A complaint counts as resolved when we have answered and not heard from you for 7 days. Write again at any time and it continues.",
  before: {
    heading: "Before you write",
    points: [
      "Never send a password. Nobody here will ask for it.",
      "Give the time and the number of the hand or the tournament, if there is one.",
      "Send identity documents only where the client asks for them.",
    ],
  },
  help: {
    heading: "If it is about you",
    text: "If playing has stopped being fun, you do not need to explain it to customer support first. The help chat is open on the responsible-gaming page, and so are the people of the helpline.",
    chat: "Open responsible gaming",
    helpline: "Visit the helpline",
  },
} as const;
