import { expect, test } from "vitest";
import { toHtmlLines } from "./html-lines.ts";

const toDocument = (body: string, data = ""): string =>
  `<!doctype html><html><head><title>About us</title><meta name="description" content="Who we are"><style>a{}</style></head>
<body><a href="#content">Skip</a><div id="app">${body}</div><div id="announcer"></div><script type="application/json">${data}</script></body></html>`;

test("what a document shows is a line for each tag and each text, indented", () => {
  expect(toHtmlLines(toDocument("<main><p>Play <b>now</b></p><img src='a'></main>"))).toEqual([
    "<title>",
    "  About us",
    "</title>",
    `<meta name="description" content="Who we are">`,
    `<div id="app">`,
    "  <main>",
    "    <p>",
    "      Play",
    "      <b>",
    "        now",
    "      </b>",
    "    </p>",
    "    <img src='a'>",
    "  </main>",
    "</div>",
  ]);
});

test("versions in addresses, names of slots and what only scripts read make no difference", () => {
  const [one, other] = ["0123456789ab", "ba9876543210"].map((hash) =>
    toHtmlLines(
      toDocument(
        `<div data-key="${hash}0000"><img src="/_release/content/1.0.0-${hash}/a.svg"></div>`,
        `{"set":"${hash}"}`,
      ),
    ),
  );
  expect(one).toEqual(other);
  expect(one?.join("\n")).toContain("/_release/content/…/a.svg");
});
