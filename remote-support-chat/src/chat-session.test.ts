import { createRecordingBus } from "@site/contracts/testing/recording-bus";
import { describe, expect, test } from "vitest";
import { createScriptedChat } from "../testing/scripted-chat.ts";
import type { ChatReport } from "./chat-driver.ts";
import type { ChatState } from "./chat-machine.ts";
import { clearDelayMs, createChatSession, answerTimeoutMs } from "./chat-session.ts";

async function openChat() {
  const chat = createScriptedChat();
  await chat.settle();
  await chat.request();
  await chat.resolve("prepare");
  chat.tell({ type: "window-maximized" });
  await chat.resolve("launch");
  return chat;
}

const thanks: ChatReport = { type: "said", text: "Thank you for contacting us. Goodbye.", isAutomated: true };

describe("availability", () => {
  test("B096 B095 is checked at setup, and reported in an event", async () => {
    const chat = createScriptedChat();
    await chat.settle();
    expect(chat.states).toEqual(["checking", "available"]);
    expect(chat.bus.detailsOf("chat:availability-changed")).toEqual([{ available: true }]);
    expect(chat.calls).toEqual([]);
  });

  test("B097 is checked again on entering a chat route, and on no other route", async () => {
    let asked = 0;
    const chat = createScriptedChat({ askQueue: async () => ({ hasCapacity: (asked += 1) > 1 }) });
    await chat.settle();
    expect(chat.state()).toBe("unavailable");
    await chat.go("contact");
    expect(asked).toBe(1);
    await chat.go("responsible-gaming");
    expect([asked, chat.state()]).toEqual([2, "available"]);
  });

  test.each<[name: string, askQueue: () => Promise<unknown>]>([
    ["a queue that cannot be reached", () => Promise.reject(new Error("offline"))],
    ["an answer that is none", async () => ({ hasCapacity: "true" })],
    ["no answer at all", async () => undefined],
  ])("B112 %s means not available, and is logged once", async (_name, askQueue) => {
    const chat = createScriptedChat({ askQueue });
    await chat.settle();
    expect(chat.state()).toBe("unavailable");
    expect(chat.log).toEqual([expect.stringContaining("did not say whether an agent is free")]);
  });

  test("B095 a queue without a free agent is not logged", async () => {
    const chat = createScriptedChat({ askQueue: async () => ({ hasCapacity: false }) });
    await chat.settle();
    expect([chat.state(), chat.log]).toEqual(["unavailable", []]);
  });

  test("an answer that comes after the visitor left changes nothing", async () => {
    const slow = Promise.withResolvers<unknown>();
    const chat = createScriptedChat({ askQueue: () => slow.promise });
    await chat.go("contact");
    slow.resolve({ hasCapacity: true });
    await chat.settle();
    expect(chat.state()).toBe("idle");
    expect(chat.bus.detailsOf("chat:availability-changed")).toEqual([]);
  });
});

describe("opening", () => {
  test("B100 loads nothing before the visitor asks for the chat", async () => {
    const chat = createScriptedChat();
    await chat.go("contact");
    await chat.go("responsible-gaming");
    expect(chat.calls).toEqual([]);
  });

  test("a request during the check opens the chat when the check has found an agent", async () => {
    const chat = createScriptedChat();
    chat.session.request();
    await chat.settle();
    expect(chat.state()).toBe("preparing");
  });

  test("B101 launches when the vendor is ready, and never before", async () => {
    const chat = createScriptedChat();
    await chat.settle();
    await chat.request();
    chat.tell({ type: "window-minimized" });
    chat.tell({ type: "init-succeeded" });
    await chat.settle();
    expect(chat.calls).toEqual(["load", "prepare"]);
    await chat.resolve("prepare");
    expect(chat.calls).toEqual(["load", "prepare", "reveal", "launch"]);
  });

  test.each<[behaviour: string, report: ChatReport, state: ChatState]>([
    ["B103", { type: "init-succeeded" }, "open"],
    ["B104", { type: "init-failed", problem: "no such deployment" }, "failed"],
    ["B105", { type: "window-maximized" }, "open"],
    ["B106", { type: "window-minimized" }, "minimized"],
  ])("%s B102 is loading until the vendor reports %j", async (_behaviour, report, state) => {
    const chat = createScriptedChat();
    await chat.settle();
    await chat.request();
    await chat.resolve("prepare");
    expect(chat.state()).toBe("launching");
    chat.tell(report);
    expect(chat.state()).toBe(state);
  });

  test("B102 stops loading when the launch is answered and nothing was reported", async () => {
    const chat = createScriptedChat();
    await chat.settle();
    await chat.request();
    await chat.resolve("prepare");
    await chat.resolve("launch");
    expect(chat.state()).toBe("open");
  });

  test("B104 an error that is both reported and thrown is logged once", async () => {
    const chat = createScriptedChat();
    await chat.settle();
    await chat.request();
    await chat.resolve("prepare");
    chat.tell({ type: "init-failed", problem: "no such deployment" });
    await chat.reject("launch", "no such deployment");
    expect(chat.log).toEqual([expect.stringMatching(/could not be opened.*no such deployment/)]);
  });

  test.each(["prepare", "launch"])(
    "B102 stops loading when there is no answer to %s in time, and says so",
    async (silent) => {
      const chat = createScriptedChat();
      await chat.settle();
      await chat.request();
      if (silent === "launch") await chat.resolve("prepare");
      await chat.pass(answerTimeoutMs - 1);
      expect(chat.state()).toBe(silent === "launch" ? "launching" : "preparing");
      await chat.pass(1);
      expect(chat.state()).toBe("failed");
      expect(chat.log).toEqual([expect.stringContaining(`no answer within ${answerTimeoutMs} ms`)]);
    },
  );

  test("B101 a vendor that is ready after the attempt was aborted launches nothing", async () => {
    const chat = createScriptedChat();
    await chat.settle();
    await chat.request();
    await chat.pass(answerTimeoutMs);
    await chat.resolve("prepare");
    expect(chat.calls).not.toContain("launch");
    expect(chat.state()).toBe("failed");
  });

  test("the result of an aborted attempt does not end the next attempt", async () => {
    const chat = createScriptedChat();
    await chat.settle();
    await chat.request();
    await chat.resolve("prepare");
    const late = chat.answerTo("launch");
    await chat.pass(answerTimeoutMs);
    expect(chat.state()).toBe("failed");
    await chat.request();
    await chat.resolve("prepare");
    late?.reject(new Error("too late"));
    await chat.settle();
    expect(chat.state()).toBe("launching");
    expect(chat.log).toHaveLength(1);
  });

  test("two requests open the chat once", async () => {
    const chat = createScriptedChat();
    await chat.settle();
    await chat.request();
    await chat.request();
    await chat.resolve("prepare");
    await chat.request();
    expect(chat.calls).toEqual(["load", "prepare", "reveal", "launch"]);
  });
});

describe("leaving", () => {
  test("B098 minimizes the open chat, once", async () => {
    const chat = await openChat();
    await chat.go("contact");
    await chat.go("privacy-policy");
    expect(chat.calls.filter((call) => call === "minimize")).toHaveLength(1);
    expect(chat.state()).toBe("minimized");
  });

  test("B098 an error of minimizing is logged, not thrown", async () => {
    const chat = await openChat();
    await chat.go("contact");
    await chat.reject("minimize", "not now");
    expect(chat.log).toEqual([expect.stringMatching(/could not be made small.*not now/)]);
  });

  test("B097 coming back to a minimized chat asks the queue and leaves the chat as it is", async () => {
    const chat = await openChat();
    await chat.go("contact");
    await chat.go("responsible-gaming");
    expect(chat.state()).toBe("minimized");
    expect(chat.bus.detailsOf("chat:availability-changed")).toHaveLength(2);
  });

  test("B098 aborts a chat that is being launched; a window that still opens is minimized", async () => {
    const chat = createScriptedChat();
    await chat.settle();
    await chat.request();
    await chat.resolve("prepare");
    await chat.go("contact");
    expect(chat.state()).toBe("idle");
    chat.tell({ type: "window-maximized" });
    await chat.resolve("launch");
    expect(chat.calls.at(-1)).toBe("minimize");
    expect(chat.state()).toBe("idle");
  });

  test("B290 a page that is shown without connection makes an open window small, and no other", async () => {
    const chat = createScriptedChat();
    await chat.settle();
    chat.session.makeSmall();
    expect(chat.calls).toEqual([]);
    const opened = await openChat();
    opened.session.makeSmall();
    opened.tell({ type: "window-minimized" });
    opened.session.makeSmall();
    expect(opened.calls.filter((call) => call === "minimize")).toHaveLength(1);
    expect(opened.state()).toBe("minimized");
  });
});

describe("the automated thank-you", () => {
  test("B107 clears the session 3000 ms later, once", async () => {
    const chat = await openChat();
    chat.tell(thanks);
    chat.tell(thanks);
    expect(clearDelayMs).toBe(3000);
    await chat.pass(2999);
    expect(chat.calls).not.toContain("clear");
    await chat.pass(1);
    expect(chat.calls.filter((call) => call === "clear")).toHaveLength(1);
    await chat.resolve("clear");
    expect(chat.state()).toBe("available");
  });

  test("B107 clears it although the visitor left meanwhile", async () => {
    const chat = await openChat();
    chat.tell(thanks);
    await chat.go("contact");
    await chat.pass(clearDelayMs);
    expect(chat.calls).toContain("clear");
  });

  test("B108 from the visitor or an agent clears nothing", async () => {
    const chat = await openChat();
    chat.tell({ ...thanks, isAutomated: false });
    chat.tell({ type: "said", text: "Anything else?", isAutomated: true });
    await chat.pass(60_000);
    expect(chat.calls).not.toContain("clear");
  });

  test("B109 an error of clearing is logged, not thrown", async () => {
    const chat = await openChat();
    chat.tell(thanks);
    await chat.pass(clearDelayMs);
    await chat.reject("clear", "the vendor said no");
    expect(chat.log).toEqual([expect.stringMatching(/could not be cleared.*the vendor said no/)]);
    expect(chat.state()).toBe("open");
    expect(chat.calls.at(-1)).toBe("minimize");
  });

  test("B109 clearing without an answer is logged after the timeout, and the chat is minimized", async () => {
    const chat = await openChat();
    chat.tell(thanks);
    await chat.pass(clearDelayMs);
    await chat.pass(answerTimeoutMs - 1);
    expect(chat.log).toEqual([]);
    await chat.pass(1);
    expect(chat.log).toEqual([expect.stringMatching(/could not be cleared.*no answer within 15000 ms/)]);
    expect(chat.calls.at(-1)).toBe("minimize");
  });
});

test("a site without chat asks no queue and is not available", async () => {
  const bus = createRecordingBus();
  const states: ChatState[] = [];
  const log: string[] = [];
  const session = createChatSession({
    bus,
    askQueue: undefined,
    loadDriver: () => Promise.reject(new Error("never")),
    log: (sentence) => log.push(sentence),
    callLater: () => () => undefined,
  });
  session.subscribe((state) => states.push(state));
  await new Promise((resolve) => setTimeout(resolve, 0));
  expect([states.at(-1), log]).toEqual(["unavailable", []]);
});
