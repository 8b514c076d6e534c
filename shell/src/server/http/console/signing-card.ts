import { createElement as h, Fragment, type ReactElement } from "react";
import type { RecordFact } from "../../../signing/record-facts.ts";
import type { SetCheckState } from "../../console/set-checks.ts";
import { Card, consolePath, Facts } from "./parts.ts";

/** The address of the form that requests the check of a set. */
export const checkPath = `${consolePath}/check`;

/** How an operator can sign a prepared action in the browser. */
export type SigningOffer =
  | {
      kind: "here";
      /** The record, in JSON. */
      record: string;
      facts: readonly RecordFact[];
      /** The sealed token of the form: only this session can send it, and only with this record. */
      sealed: string;
      /** The prefixes of the ids of operators' valid keys. */
      keys: readonly string[];
    }
  | { kind: "impossible"; problem: string }
  | {
      /** One of its sets was not checked as a whole, and this server has the release check's key. */
      kind: "unchecked";
      state: SetCheckState | undefined;
      /** The fields of the form that requests the check: the action, its reason and the proof that this session prepared it. */
      fields: Readonly<Record<string, string>>;
    }
  | { kind: "elsewhere"; url: string };

const keysLink = h("a", { className: "act", href: `${consolePath}/keys#browser` }, "This browser’s key");

/** The card with which an operator confirms an action with the browser's key. */
export function SigningCard({ offer, title }: { offer: SigningOffer; title: string }): ReactElement {
  return h(Card, { id: "sign", title: "Sign in this browser" }, h(Content, { offer, title }));
}

function Content({ offer, title }: { offer: SigningOffer; title: string }): ReactElement {
  if (offer.kind === "impossible")
    return h("p", { className: "notice" }, "This server cannot prepare it for a signature here. ", offer.problem);
  if (offer.kind === "elsewhere")
    return h(
      Fragment,
      null,
      h("p", null, "The console has an address of its own, where a key of this browser signs it by one click."),
      h("p", { className: "actions" }, h("a", { className: "act", href: offer.url }, "Open it there")),
    );
  if (offer.kind === "unchecked") return h(Unchecked, offer);
  const { record, facts, sealed, keys } = offer;
  return h(
    "div",
    { id: "sign-here", "data-keys": keys.join(" "), "aria-live": "polite" },
    h(
      "p",
      { "data-state": "no-script" },
      "This needs JavaScript, and a browser that has Ed25519. The command does the same.",
    ),
    h(
      "div",
      { "data-state": "no-key", hidden: true },
      h("p", null, "This browser has no key. Make one, and an owner of the trust list admits it once."),
      h("p", { className: "actions" }, keysLink),
    ),
    h(
      "div",
      { "data-state": "not-admitted", hidden: true },
      h(
        "p",
        null,
        "The key of this browser does not count: no owner of the trust list has admitted it, or it was revoked.",
      ),
      h("p", { className: "actions" }, keysLink),
    ),
    h(
      "div",
      { "data-state": "problem", hidden: true, tabIndex: -1 },
      h("p", { "data-text": "problem", className: "notice bad" }),
      // The empty address is that of this page, which plans the action again whenever it is loaded.
      h("p", { className: "actions apart" }, h("a", { className: "act", href: "" }, "Prepare it again")),
    ),
    h(
      "form",
      { "data-state": "ready", hidden: true, method: "post", action: `${consolePath}/sign` },
      h("input", { type: "hidden", name: "form", value: sealed }),
      h("input", { type: "hidden", name: "record", value: record }),
      h("input", { type: "hidden", name: "keyid" }),
      h("input", { type: "hidden", name: "sig" }),
      h(
        "p",
        null,
        "One press signs what is listed below, and makes it live. It is refused when anything went live since.",
      ),
      h("p", { className: "actions" }, h("button", { className: "primary" }, `${title} now`)),
    ),
    h("details", { className: "says" }, h("summary", null, "What is signed, in full"), h(Facts, { facts })),
  );
}

/** The missing release check of the whole set. */
function Unchecked({ state, fields }: Extract<SigningOffer, { kind: "unchecked" }>): ReactElement {
  if (state?.kind === "running")
    return h(
      "p",
      { role: "status" },
      "The release check renders every page that it can change with these releases together. This page looks again by itself.",
    );
  return h(
    "form",
    { method: "post", action: checkPath },
    state && h("p", { className: "notice bad", role: "alert" }, `The check refused it. ${state.problem}`),
    !state &&
      h(
        "p",
        null,
        "Each of these releases passed its checks, and they were never checked together. This server does that, and then it can be signed here.",
      ),
    ...Object.entries(fields).map(([name, value]) => h("input", { key: name, type: "hidden", name, value })),
    h(
      "p",
      { className: "actions" },
      h("button", { className: "primary" }, state ? "Check again" : "Check the whole set"),
    ),
  );
}
