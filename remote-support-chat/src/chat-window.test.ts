import { expect, test } from "vitest";
import { createScriptedChat } from "../testing/scripted-chat.ts";
import { clearDelayMs } from "./chat-session.ts";

type Chat = ReturnType<typeof createScriptedChat>;

/** Opens a chat whose window is 500 pixels high. */
async function openChat(): Promise<Chat> {
  const chat = createScriptedChat();
  await chat.settle();
  await chat.request();
  await chat.resolve("prepare");
  chat.cover(500);
  chat.tell({ type: "window-maximized" });
  await chat.resolve("launch");
  return chat;
}

const listWindows = ({ bus }: Chat) => bus.detailsOf("chat:window-changed");

function minimize(chat: Chat): void {
  chat.cover(46);
  chat.tell({ type: "window-minimized" });
}

test("a chat whose window never opened says nothing of one", async () => {
  const chat = createScriptedChat();
  await chat.settle();
  await chat.go("contact");
  await chat.go("responsible-gaming");
  await chat.request();
  chat.tell({ type: "window-minimized" });
  expect(listWindows(chat)).toEqual([]);
});

test("says once that the window is open, and that it is small, with how much of the lower edge it covers then", async () => {
  const chat = await openChat();
  minimize(chat);
  expect(listWindows(chat)).toEqual([
    { state: "open", coveredPixels: 500 },
    { state: "minimized", coveredPixels: 46 },
  ]);
});

test("B098 after the visitor left, says that the window is small when the vendor has made it small, not before", async () => {
  const chat = await openChat();
  await chat.go("contact");
  expect(listWindows(chat)).toEqual([{ state: "open", coveredPixels: 500 }]);
  minimize(chat);
  expect(listWindows(chat).at(-1)).toEqual({ state: "minimized", coveredPixels: 46 });
});

test("a window that had to be hidden is small and covers nothing", async () => {
  const chat = await openChat();
  chat.cover(0);
  chat.tell({ type: "window-minimized" });
  expect(listWindows(chat).at(-1)).toEqual({ state: "minimized", coveredPixels: 0 });
});

test("B107 says that the window is gone when the session was cleared, and when the vendor reports the end", async () => {
  const cleared = await openChat();
  minimize(cleared);
  cleared.tell({ type: "said", text: "Thank you for contacting us.", isAutomated: true });
  await cleared.pass(clearDelayMs);
  cleared.cover(0);
  await cleared.resolve("clear");
  const ended = await openChat();
  minimize(ended);
  ended.cover(0);
  ended.tell({ type: "ended" });
  for (const chat of [cleared, ended])
    expect(listWindows(chat).slice(-2)).toEqual([
      { state: "minimized", coveredPixels: 46 },
      { state: "closed", coveredPixels: 0 },
    ]);
});
