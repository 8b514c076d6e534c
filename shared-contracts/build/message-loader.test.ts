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

  test.each([
    ["Open {name", "a { at character 6 has no }"],
    ["Open {}", "the braces at character 6 name no value"],
    ["{{name}}", "the placeholder at character 1 is not one name in braces, such as {name}"],
    [
      "{n, plurl, other {x}}",
      "the kind of placeholder at character 5 is not number, date, time, plural, selectordinal or select",
    ],
    ["{n, plural, one {x}}", "the choice that ends at character 20 has no case other"],
    ["{n, plural, one {x} one {y} other {z}}", "the choice at character 21 has one case twice"],
    [
      "{n, select, a b}",
      "the choice at character 15 has a case that is not a name and a text in braces, such as other {…}",
    ],
    ["<b>Open", "the tag at character 1 is not closed"],
    ["Open</b>", "the tag that is closed at character 5 is not open there"],
    [
      "Open <a href='/x/'>it</a>",
      "the tag at character 6 is not a name alone, such as <link>…</link>, whose attributes stand in the code",
    ],
    ["{n, date, ::}", "expect date time skeleton at character 1"],
  ])("say in words what is wrong with %s", (text, reason) => {
    expect(() => compileMessages(JSON.stringify({ "menu.open": text }))).toThrow(
      `the message menu.open is not valid ICU: ${reason}`,
    );
  });

  test.each(["Open&nbsp;it", "Tom &amp; Ana", "caf&eacute;", "&#8364; 5", "&#x20AC; 5"])(
    "fail the build when visitors would read a name of HTML in place of its character: %s",
    (text) => {
      const [entity = ""] = /&.+?;/.exec(text) ?? [];
      expect(() => compileMessages(JSON.stringify({ "menu.open": text }))).toThrow(
        `the message menu.open is text and not HTML: visitors would read ${entity}, so write the character itself`,
      );
    },
  );

  test.each(["Open<br/>it", "Open<br />it"])(
    "fail the build when visitors would read a tag without an end in place of its element: %s",
    (text) => {
      expect(() => compileMessages(JSON.stringify({ "menu.open": text }))).toThrow(
        /^the message menu\.open is text and not HTML: visitors would read <br ?\/>, so write two messages, or a tag with an end/,
      );
    },
  );

  test.each(["Q&A; more", "Terms & conditions; more", "a < b", "Open & close"])("may have an ampersand: %s", (text) => {
    expect(() => compileMessages(JSON.stringify({ "menu.open": text }))).not.toThrow();
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
