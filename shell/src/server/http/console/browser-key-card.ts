import { createElement as h, Fragment, type ReactElement } from "react";
import { quote } from "../../console/prepare-action.ts";
import { Card } from "./parts.ts";

/**
 * The place where an operator makes the browser's key: this page, with the ids of operators' valid and invalid keys, or the page at the console's own
 * host name.
 */
export type BrowserKeyPlace = { url: string } | { keys: readonly string[]; ended: readonly string[]; owner: string };

/** The card with which an operator makes the browser's key, and sees whether it counts. */
export function BrowserKeyCard({ place }: { place: BrowserKeyPlace }): ReactElement {
  return h(
    Card,
    { id: "browser", title: "This browser’s key", wide: true },
    "url" in place
      ? h(
          Fragment,
          null,
          h("p", null, "A browser signs at the console’s own address, which no other code of the site shares."),
          h("p", { className: "actions" }, h("a", { className: "act", href: place.url }, "Open it there")),
        )
      : h(Key, place),
  );
}

function Key({ keys, ended, owner }: Exclude<BrowserKeyPlace, { url: string }>): ReactElement {
  const command = `npm run -s site -- keys add operator --owner ${quote(`${owner}, browser`)}`;
  const remove = "Remove it from this browser";
  const id = h("code", { "data-text": "key" });
  return h(
    "div",
    {
      id: "key-here",
      "data-keys": keys.join(" "),
      "data-ended": ended.join(" "),
      "data-command": command,
      "aria-live": "polite",
    },
    h("p", { "data-state": "no-script" }, "This needs JavaScript, and a browser that has Ed25519."),
    h("p", { "data-state": "problem", "data-text": "problem", className: "notice bad", hidden: true }),
    h(
      "div",
      { "data-state": "no-key", hidden: true, tabIndex: -1 },
      h(
        "p",
        null,
        "This browser has no key. One that is made here stays here: it signs, and can be copied by no page and no program. Actions are then one press away.",
      ),
      h(
        "p",
        { className: "actions" },
        h("button", { type: "button", className: "primary", "data-deed": "make" }, "Make a key"),
      ),
    ),
    h(
      "div",
      { "data-state": "not-admitted", hidden: true, tabIndex: -1 },
      h(
        "p",
        null,
        "The key ",
        id,
        " signs nothing yet. An owner of the trust list admits it, who knows that it is yours:",
      ),
      h("pre", { className: "command", tabIndex: 0 }, h("code", { "data-text": "command" })),
      h(Removal, { title: remove }),
    ),
    h(
      "div",
      { "data-state": "ended", hidden: true, tabIndex: -1 },
      h(
        "p",
        null,
        "The key ",
        id,
        " was retired or revoked: it signs nothing any more, and cannot be admitted again. Remove it, then make another one.",
      ),
      h("p", { className: "actions" }, h(RemoveButton, { title: remove })),
    ),
    h(
      "div",
      { "data-state": "admitted", hidden: true, tabIndex: -1 },
      h("p", null, "The key ", id, " is an operator’s: this browser signs what you prepare here."),
      h(
        "p",
        { className: "quiet" },
        "When this machine is lost, an owner of the trust list refuses it from then on: ",
        h("code", null, "npm run -s site -- keys revoke "),
        id,
        h("code", null, ' --why "machine lost"'),
      ),
      h(Removal, { title: remove }),
    ),
  );
}

/** Takes two presses, because a removed key exists nowhere else. */
function Removal({ title }: { title: string }): ReactElement {
  return h(
    "details",
    { className: "says" },
    h("summary", null, title),
    h("p", null, "It cannot be brought back. An owner of the trust list has to admit the next one."),
    h("p", { className: "actions" }, h(RemoveButton, { title: "Remove it for good" })),
  );
}

function RemoveButton({ title }: { title: string }): ReactElement {
  return h("button", { type: "button", className: "plain", "data-deed": "remove" }, title);
}
