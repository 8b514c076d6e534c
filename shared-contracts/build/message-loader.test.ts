import { describe, expect, test } from "vitest";
import compileMessages from "./message-loader.ts";

describe("messages, compiled ahead", () => {
  test("become syntax trees by id, so that no parser reaches the browser", () => {
    const module = compileMessages(JSON.stringify({ "download.button.start": "Download for {system}" }));
    const [, json = ""] = module.split("export default ");
    expect(JSON.parse(json)).toEqual({
      "download.button.start": [
        expect.objectContaining({ value: "Download for " }),
        expect.objectContaining({ value: "system" }),
      ],
    });
  });

  test("fail the build with the id of a broken message", () => {
    expect(() => compileMessages('{"menu.open":"Open {name"}')).toThrow("the message menu.open is not valid ICU");
  });

  test.each(["", "  "])(
    "fail the build when a message has no text, as where a tool exports what is not translated: '%s'",
    (text) => {
      expect(() => compileMessages(JSON.stringify({ "menu.open": text }))).toThrow("the message menu.open is empty");
    },
  );

  test("fail the build when a message is written twice, as two branches may have merged it", () => {
    expect(() => compileMessages('{"menu.open":"Open","menu.close":"Close","menu.open":"Open it"}')).toThrow(
      "the message menu.open is written twice",
    );
    expect(() => compileMessages('{"menu.open":"Open","menu.o\\u0070en":"Open it"}')).toThrow(
      "the message menu.open is written twice",
    );
    expect(() =>
      compileMessages('{"menu.close":"\\"menu.open\\": x","menu.open":"\\"menu.close\\": y"}'),
    ).not.toThrow();
  });

  test.each(['{"menu.open":7}', '{"menu.open":{"nested":"x"}}'])(
    "fail the build when a message is no text: %s",
    (source) => {
      expect(() => compileMessages(source)).toThrow("the message menu.open is not a text");
    },
  );

  test.each(["null", '"text"', "[]"])("fail the build when the file is no object: %s", (source) => {
    expect(() => compileMessages(source)).toThrow("the file is no object of ids and texts");
  });
});
