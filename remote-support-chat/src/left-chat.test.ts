import * as fc from "fast-check";
import { expect, test } from "vitest";
import { createScriptedChat } from "../testing/scripted-chat.ts";
import { answerTimeoutMs } from "./chat-session.ts";

const steps = [
  "visits responsible-gaming",
  "visits contact",
  "visits about-us",
  "requests the chat",
  "the vendor is ready",
  "the vendor answers the launch",
  "the vendor refuses the launch",
  "the time for an answer passes",
  "the window opens",
  "the visitor minimizes the window",
  "the visitor maximizes the window",
] as const;
type Step = (typeof steps)[number];

/** A vendor whose window opens some time after a launch, if at all, and reports each change; beside a visitor who goes from page to page. */
async function play(story: readonly Step[]): Promise<{ window: string; isWanted: boolean }[]> {
  const chat = createScriptedChat();
  await chat.settle();
  const vendor: { window: "none" | "minimized" | "maximized" } = { window: "none" };
  /** Calls of the driver that the window has followed. */
  let followed = 0;
  let mayOpen = false;
  let isChatPage = true;
  let isMaximizedByVisitor = false;

  async function change(next: "minimized" | "maximized"): Promise<void> {
    vendor.window = next;
    chat.tell({ type: `window-${next}` });
    await chat.settle();
  }

  async function follow(): Promise<void> {
    for (; followed < chat.calls.length; followed += 1) {
      if (chat.calls[followed] === "launch" && vendor.window !== "maximized") mayOpen = true;
      if (chat.calls[followed] === "minimize" && vendor.window === "maximized") await change("minimized");
    }
  }

  async function visit(name: string): Promise<void> {
    isChatPage = name === "responsible-gaming";
    isMaximizedByVisitor = false;
    await chat.go(name);
  }

  const seen: { window: string; isWanted: boolean }[] = [];
  for (const step of story) {
    if (step.startsWith("visits ")) await visit(step.slice("visits ".length));
    else if (step === "requests the chat" && isChatPage) await chat.request();
    else if (step === "the vendor is ready") await chat.resolve("prepare");
    else if (step === "the vendor answers the launch") await chat.resolve("launch");
    else if (step === "the vendor refuses the launch") await chat.reject("launch", "no agent");
    else if (step === "the time for an answer passes") await chat.pass(answerTimeoutMs);
    else if (step === "the window opens" && mayOpen) {
      mayOpen = false;
      await change("maximized");
    } else if (step === "the visitor minimizes the window" && vendor.window === "maximized") await change("minimized");
    else if (step === "the visitor maximizes the window" && vendor.window === "minimized") {
      isMaximizedByVisitor = true;
      mayOpen = false;
      await change("maximized");
    }
    await follow();
    seen.push({ window: vendor.window, isWanted: isChatPage || isMaximizedByVisitor });
  }
  return seen;
}

test("B098 on a page without the chat its window is maximized only by the visitor, for any order of events", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...steps), { maxLength: 12 }), async (story) => {
      const unwanted = (await play(["requests the chat", "the vendor is ready", ...story])).filter(
        ({ window, isWanted }) => window === "maximized" && !isWanted,
      );
      expect(unwanted).toEqual([]);
    }),
    { numRuns: 1000 },
  );
});

test.each<[title: string, story: Step[]]>([
  [
    "to a second page while it is launched",
    ["requests the chat", "the vendor is ready", "visits contact", "visits about-us", "the window opens"],
  ],
  [
    "after its launch had no answer in time",
    ["requests the chat", "the vendor is ready", "the time for an answer passes", "visits contact", "the window opens"],
  ],
  [
    "a second time, after coming back while it was launched",
    [
      "requests the chat",
      "the vendor is ready",
      "visits contact",
      "visits responsible-gaming",
      "visits about-us",
      "the window opens",
    ],
  ],
])("B098 a window that opens after the visitor left %s is minimized", async (_title, story) => {
  expect((await play(story)).at(-1)).toEqual({ window: "minimized", isWanted: false });
});
