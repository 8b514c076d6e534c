import { packageNames } from "@site/contracts/build/workspace-packages";
import { expect, test } from "vitest";
import en from "../../../messages/en.json" with { type: "json" };
import ptBr from "../../../messages/pt-br.json" with { type: "json" };
import { pickFailure } from "./pick-failure.ts";

const cases = packageNames.flatMap((remote) =>
  ["index", "download", "responsible-gaming"].flatMap((page) =>
    [true, false].flatMap((isOnline) => [true, false].map((isLate) => ({ remote, page, isOnline, isLate }))),
  ),
);

test.each(cases)(
  "B290 there are words in every language for $remote on $page, online: $isOnline, late: $isLate",
  ({ remote, page, isOnline, isLate }) => {
    const { words, way } = pickFailure({ remote, isLate }, page, isOnline);
    for (const messages of [en, ptBr]) expect(messages).toHaveProperty([words]);
    // Code that is only late may still load, so its message has no link. Every other message has one.
    expect(way === undefined).toBe(isOnline && isLate);
  },
);

test("B290 the message on the failed page itself offers to load it again, not a link to it", () => {
  expect(pickFailure({ remote: "download" }, "download", true).way).toEqual({ to: "reload" });
  expect(pickFailure({ remote: "download" }, "index", true).way).toEqual({ to: "/download/" });
  expect(pickFailure({ remote: "support-chat" }, "responsible-gaming", true).way).toEqual({ to: "/contact/" });
});
