import { expect, test } from "vitest";
import { toPlainLabel } from "./footer-label.ts";
import { toInitials } from "./initials.ts";

test("B049 a portrait shows the initials of the first and the last name", () => {
  expect(toInitials("Ace Marlowe")).toBe("AM");
  expect(toInitials("  Juno  van  Feltham ")).toBe("JF");
  expect(toInitials("Élodie")).toBe("É");
});

test("a footer entry without a message is called by its key", () => {
  expect(toPlainLabel("SECURITY_ECOLOGY_POLICY")).toBe("Security ecology policy");
});
