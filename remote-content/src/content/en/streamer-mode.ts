import type { StreamerCopy } from "../../copy/streamer-mode-copy.ts";

export const streamerMode: StreamerCopy = {
  title: "Streamer Mode",
  description:
    "What Streamer Mode is, who is eligible, how a channel is linked and verified, and how the tag can be lost.",
  eyebrow: "Streamer Mode",
  display: "Play in front of people",
  lede: "A programme for those who stream poker regularly: your tables on screen, and a tag at the table that says so.",
  figures: [
    { figure: "3 months", text: "of streaming poker before you apply" },
    { figure: "40+", text: "concurrent viewers on average, over a rolling 3 months" },
    { figure: "50%", text: "at least, of the tables shown on stream are ours" },
    { figure: "80%", text: "at least, of a tournament session is streamed" },
  ],
  requirements: "What a channel needs",
  status: {
    heading: "Three steps to the tag",
    steps: [
      {
        name: "Eligible",
        text: "Your channel meets all four requirements. Being eligible is the first step, and not yet an approval.",
      },
      {
        name: "Approved",
        text: "Apply by email to the provider’s talent contact. Approval comes by email too.",
        purpose: "talent",
      },
      {
        name: "Active mode",
        text: "Link your live stream in the client. While it is verified and live, you play in active mode, with the tag.",
      },
    ],
  },
  link: {
    heading: "Linking your stream",
    lede: "A stream is verified by its link. Anything other than the two below is not verified.",
    caption: "What to enter for each service",
    columns: ["Service", "Enter", "Not"],
    rows: [
      ["Twitch", "Your user name in lowercase", "Capital letters or a full address"],
      ["YouTube", "The live stream’s video ID", "The channel ID or the handle"],
    ],
  },
  lose: {
    heading: "Keeping the tag",
    paragraphs: [
      "The tag stands for poker. It is lost for streaming non-poker content.",
      "The house rules hold on stream as they do off it. Depending on what happened, a breach can lead to a warning, the removal of rewards, suspension or the closure of the account.",
    ],
    link: { path: "/house-rules/", label: "Read the house rules" },
  },
  delay: {
    heading: "Your cards and your viewers",
    text: "The people who watch you live may also sit at your table. Set a delay that is longer than a hand, and never take advice from the chat while you are in one.",
  },
};
