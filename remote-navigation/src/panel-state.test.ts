import { expect, test } from "vitest";
import { type PanelEvent, toPanelState, unknownPanel } from "./panel-state.ts";

function after(...events: PanelEvent[]) {
  return events.reduce(toPanelState, unknownPanel);
}

test("a panel opened before React came is found open", () => {
  expect(after({ type: "read", open: true }).open).toBe(true);
});

test("B046 Escape hides a panel that is open because the pointer rests on it", () => {
  expect(after({ type: "read", open: false }, { type: "escaped", hovered: true })).toEqual({ open: false, dismissed: true });
});

test("B046 Escape elsewhere does not keep a panel from opening on hover", () => {
  expect(after({ type: "escaped", hovered: false }).dismissed).toBe(false);
});

test("a panel closed with the button under the pointer does not stay open through hovering", () => {
  const closed = after({ type: "toggled", open: true, hovered: true }, { type: "toggled", open: false, hovered: true });
  expect(closed).toEqual({ open: false, dismissed: true });
});

test("B045 leaving makes the next hover open it again", () => {
  expect(after({ type: "escaped", hovered: true }, { type: "left" }).dismissed).toBe(false);
});

test("opening by the button forgets that it was dismissed", () => {
  expect(after({ type: "escaped", hovered: true }, { type: "toggled", open: true, hovered: true }).dismissed).toBe(false);
});
