import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  canRequestChat,
  type ChatEvent,
  type ChatState,
  initialChatState,
  isChatLoading,
  toNextChatState,
} from "./chat-machine.ts";

function play(...events: ChatEvent[]): ChatState {
  return events.reduce(toNextChatState, initialChatState);
}

const states: ChatState[] = [
  "idle",
  "checking",
  "wished",
  "unavailable",
  "available",
  "preparing",
  "launching",
  "open",
  "minimized",
  "failed",
];

const events: ChatEvent[] = [
  "entered",
  "capacity-found",
  "no-capacity-found",
  "requested",
  "ready",
  "init-succeeded",
  "launched",
  "window-maximized",
  "window-minimized",
  "failed",
  "ended",
  "left",
];

const available = ["entered", "capacity-found"] as const;
const launching = [...available, "requested", "ready"] as const;

describe("the help chat", () => {
  test.each<[title: string, events: readonly ChatEvent[], state: ChatState]>([
    ["is idle until the island is hydrated", [], "idle"],
    ["B096 is checked at setup", ["entered"], "checking"],
    ["B095 is available when the queue has capacity", available, "available"],
    ["B112 is unavailable otherwise", ["entered", "no-capacity-found"], "unavailable"],
    ["B097 is checked again on entering a chat route", ["entered", "no-capacity-found", "left", "entered"], "checking"],
    ["keeps a request that comes during the check", ["entered", "requested", "capacity-found"], "preparing"],
    ["gives up a request when no agent is free", ["entered", "requested", "no-capacity-found"], "unavailable"],
    ["B101 does not start while unavailable", ["entered", "no-capacity-found", "requested"], "unavailable"],
    ["B100 is prepared when it is wanted", [...available, "requested"], "preparing"],
    ["B101 launches when it is ready", launching, "launching"],
    [
      "B101 takes nothing said before it is ready for a launch",
      [...available, "requested", "init-succeeded", "window-minimized", "window-maximized", "launched"],
      "preparing",
    ],
    ["B103 stops loading on init success", [...launching, "init-succeeded"], "open"],
    ["B104 stops loading on an error", [...launching, "failed"], "failed"],
    ["B104 stops preparing on an error", [...available, "requested", "failed"], "failed"],
    ["B105 stops loading on a maximized window", [...launching, "window-maximized"], "open"],
    ["B106 stops loading on a minimized window", [...launching, "window-minimized"], "minimized"],
    ["stops loading when the launch is answered without a report", [...launching, "launched"], "open"],
    ["is not opened by an answer that comes late", [...launching, "window-minimized", "launched"], "minimized"],
    ["B098 is minimized on leaving the route", [...launching, "window-maximized", "left"], "minimized"],
    ["is given up when the visitor leaves before it opens", [...launching, "left"], "idle"],
    [
      "stays as it is when a late check answers an open chat",
      [...launching, "window-maximized", "no-capacity-found"],
      "open",
    ],
    ["launches again from its minimized window", [...launching, "window-minimized", "requested"], "launching"],
    ["can be tried again after it failed", [...launching, "failed", "requested"], "preparing"],
    [
      "is open when its window appears after the attempt has failed",
      [...launching, "failed", "window-maximized"],
      "open",
    ],
    ["can be opened again after a conversation", [...launching, "window-maximized", "ended"], "available"],
  ])("%s", (_title, events, state) => {
    expect(play(...events)).toBe(state);
  });

  test("B102 is loading from the request to the window, and can be requested in three states", () => {
    expect(states.filter(isChatLoading)).toEqual(["preparing", "launching"]);
    expect(states.filter(canRequestChat)).toEqual(["available", "minimized", "failed"]);
  });

  test("is drawn in the README as it is", () => {
    const readme = readFileSync(join(import.meta.dirname, "../README.md"), "utf8");
    const drawn = [...readme.matchAll(/^ {2}(\w+) --> (\w+): (.+)$/gm)].flatMap(([, from, to, by = ""]) =>
      by.split(", ").map((event) => `${from} ${event} ${to}`),
    );
    const real = states.flatMap((state) =>
      events
        .map((event) => [state, event, toNextChatState(state, event)])
        .filter(([from, , to]) => from !== to)
        .map((one) => one.join(" ")),
    );
    expect(drawn.toSorted()).toEqual(real.toSorted());
  });
});
