import { describe, expect, test } from "vitest";
import { canRequestChat, type ChatEvent, type ChatState, initialChatState, isChatLoading, toNextChatState } from "./chat-machine.ts";

function play(...events: ChatEvent[]): ChatState {
  return events.reduce(toNextChatState, initialChatState);
}

describe("the help chat", () => {
  test.each<[title: string, events: ChatEvent[], state: ChatState]>([
    ["is idle until the page comes alive", [], "idle"],
    ["B096 is checked at setup", ["entered"], "checking"],
    ["B095 is available when the queue has capacity", ["entered", "capacity-found"], "available"],
    ["B112 is unavailable otherwise", ["entered", "no-capacity-found"], "unavailable"],
    ["B097 is checked again on entering a chat route", ["entered", "no-capacity-found", "left", "entered"], "checking"],
    ["B101 does not start before it is available", ["entered", "requested"], "checking"],
    ["B101 does not start while unavailable", ["entered", "no-capacity-found", "requested"], "unavailable"],
    ["B102 loads from the request", ["entered", "capacity-found", "requested"], "loading"],
    ["B103 stops loading on init success", ["entered", "capacity-found", "requested", "init-succeeded"], "open"],
    ["B104 stops loading on init error", ["entered", "capacity-found", "requested", "init-failed"], "failed"],
    ["B105 stops loading on a maximized window", ["entered", "capacity-found", "requested", "window-maximized"], "open"],
    ["B106 stops loading on a minimized window", ["entered", "capacity-found", "requested", "window-minimized"], "minimized"],
    ["B098 is minimized on leaving the route", ["entered", "capacity-found", "requested", "init-succeeded", "left"], "minimized"],
    ["stays as it is when a late check answers an open chat", ["entered", "capacity-found", "requested", "init-succeeded", "no-capacity-found"], "open"],
    ["can be tried again after it failed", ["entered", "capacity-found", "requested", "init-failed", "requested"], "loading"],
  ])("%s", (_title, events, state) => {
    expect(play(...events)).toBe(state);
  });

  test("B102 is loading in one state only, and can be asked for in three", () => {
    const states: ChatState[] = ["idle", "checking", "unavailable", "available", "loading", "open", "minimized", "failed"];
    expect(states.filter(isChatLoading)).toEqual(["loading"]);
    expect(states.filter(canRequestChat)).toEqual(["available", "minimized", "failed"]);
  });
});
