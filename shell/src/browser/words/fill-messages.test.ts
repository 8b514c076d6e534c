import { afterEach, beforeEach, expect, type MockInstance, test, vi } from "vitest";
import { fillMessages } from "./fill-messages.ts";

let warned: MockInstance;
beforeEach(() => {
  warned = vi.spyOn(console, "warn").mockReturnValue();
});
afterEach(() => void vi.restoreAllMocks());

test("B184 a missing message of the shell is replaced by the English one, and warned about once", () => {
  const source = { "shell.modal.close": "Close", "shell.toast.region": "Notifications" };
  const fill = () => fillMessages({ "shell.toast.region": "Avisos" }, source, "pt-br");
  expect([fill(), fill()]).toEqual(
    [1, 2].map(() => ({ "shell.modal.close": "Close", "shell.toast.region": "Avisos" })),
  );
  expect(warned.mock.calls).toEqual([["There is no message shell.modal.close in pt-br."]]);
});

test("B184 a language without any messages is warned about, and English is used", () => {
  expect(fillMessages(undefined, { "shell.modal.close": "Close" }, "fr")).toEqual({ "shell.modal.close": "Close" });
  expect(warned.mock.calls).toEqual([["There are no messages in fr."]]);
});

test("a complete language is not warned about", () => {
  expect(fillMessages({ id: "Fechar" }, { id: "Close" }, "pt-br")).toEqual({ id: "Fechar" });
  expect(warned).not.toHaveBeenCalled();
});
