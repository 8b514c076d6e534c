import { createElement as h, Fragment, type ReactElement, type ReactNode } from "react";
import { type ActionKind, maxPreparedReason, type PreparedAction } from "../../console/prepare-action.ts";
import { toDoneText } from "../../publishing/action-text.ts";
import { listPlannedBesideChanges } from "../../publishing/beside-changes.ts";
import type { BlastRadius } from "../../publishing/blast-radius.ts";
import { growingShares } from "../../publishing/growing-share.ts";
import { toDifference } from "../../publishing/promote.ts";
import { findRepeated } from "../../publishing/repeated-rollback.ts";
import type { ConsolePage } from "./console-page.ts";
import { BesideChanges, Card, Changes, consolePath, Facts } from "./parts.ts";
import { SigningCard, type SigningOffer } from "./signing-card.ts";

const place = consolePath;

/** Seconds until the page checks again whether a release check has ended. */
const checkRefreshSeconds = 3;

/** The title and description of each action. */
const words: Readonly<Record<ActionKind, { title: string; text: string }>> = {
  promote: { title: "Promote", text: "All visitors get this release." },
  rollback: {
    title: "Roll back",
    text: "All visitors get what was live before. A canary ends. It works while the site is frozen, too.",
  },
  pin: {
    title: "Pin",
    text: "The package stays at its release until a moment: it is not promoted, in no canary, and stays when the set is rolled back.",
  },
  unpin: { title: "Unpin", text: "The package can move again." },
  freeze: { title: "Freeze", text: "Nothing moves but rollbacks. A canary can be stopped or made smaller." },
  thaw: { title: "Thaw", text: "The freeze ends." },
  "canary-start": {
    title: "Start a canary",
    text: "A share of the visitors gets this release, always the same ones, from their second page on.",
  },
  "canary-share": {
    title: "Change the share",
    text: "Another share of the visitors gets the canary. A share that grows by itself stays there.",
  },
  "canary-stop": { title: "Stop the canary", text: "All visitors get the stable set." },
  "canary-promote": { title: "Promote the canary", text: "All visitors get the canary's set." },
};

export interface PrepareForm {
  action: { kind: ActionKind } & Readonly<Record<string, string>>;
  /** The sealed token of the form: only pages of this session can send it. */
  sealed: string;
  why?: string;
  /** Why the form was refused. */
  problem?: string;
}

/** The form of an action: its description, and the reason. */
export function toPrepareFormPage({ action, sealed, why = "", problem }: PrepareForm): ConsolePage {
  const { title, text } = words[action.kind];
  const { name = "", with: releases = "", to } = action;
  const what = releases === "" ? name : releases.replaceAll(",", ", ");
  const fields = Object.entries(action).filter(([key]) => !["percent", "step", "for"].includes(key));
  return {
    title: `${title}${to === undefined ? "" : ` to revision ${to}`}`,
    place,
    lede: h(Fragment, null, what !== "" && h("code", null, what), what !== "" && " ", text),
    content: h(
      "div",
      { className: "cards" },
      h(
        "form",
        { className: "fields card wide", method: "post", action: `${consolePath}/prepare` },
        problem !== undefined && h("p", { className: "notice bad", role: "alert" }, problem),
        ...fields.map(([key, value]) => h("input", { key, type: "hidden", name: key, value })),
        h("input", { type: "hidden", name: "form", value: sealed }),
        (action.kind === "canary-start" || action.kind === "canary-share") &&
          h(Field, {
            id: "percent",
            label: "Share of visitors, in percent",
            value: action["percent"] ?? "5",
            inputMode: "numeric",
          }),
        action.kind === "canary-start" &&
          h(Field, {
            id: "step",
            label: "Or let it grow by itself, each share for",
            value: action["step"] ?? "",
            hint: `Such as 30m, 12h or 7d: ${growingShares.join(", ")} % of the visitors. Empty for a share that stays.`,
            isOptional: true,
          }),
        action.kind === "pin" &&
          h(Field, { id: "for", label: "For how long", value: action["for"] ?? "1d", hint: "Such as 30m, 12h or 7d." }),
        h(Field, {
          id: "why",
          label: "Reason",
          value: why,
          hint: `It is kept in the history, with your name in the audit log. At most ${maxPreparedReason} characters.`,
          maxLength: maxPreparedReason,
        }),
        h(
          "div",
          { className: "actions" },
          h("button", { className: "primary" }, "Show what it touches"),
          h("a", { href: consolePath }, "Cancel"),
        ),
      ),
    ),
  };
}

function Field(props: {
  id: string;
  label: string;
  value: string;
  hint?: string;
  maxLength?: number;
  inputMode?: "numeric";
  isOptional?: boolean;
}): ReactElement {
  const { id, label, value, hint, isOptional = false, ...more } = props;
  return h(
    "div",
    null,
    h("label", { htmlFor: id }, label),
    h("input", {
      id,
      name: id,
      defaultValue: value,
      required: !isOptional,
      autoComplete: "off",
      ...(hint !== undefined && { "aria-describedby": `${id}-hint` }),
      ...more,
    }),
    hint !== undefined && h("span", { className: "hint", id: `${id}-hint` }, hint),
  );
}

/** The response to a form under “Not live yet” in which no release was chosen. */
export const nothingChosen: ConsolePage = {
  title: "No release was chosen",
  place,
  lede: "Choose at least one that is not live yet.",
  content: h(
    "p",
    { className: "actions" },
    h("a", { className: "act", href: `${consolePath}#waiting` }, "Not live yet"),
  ),
};

export interface PreparedPage {
  kind: ActionKind;
  why: string;
  prepared: PreparedAction;
  /** The pages with each package that changes for some visitors. */
  radius: readonly (readonly [name: string, radius: BlastRadius])[];
  offer: SigningOffer | undefined;
}

/** The effects of an action, and the two ways in which an operator signs it: in the browser, where that is offered, and by the command. */
export function toPreparedPage({ kind, why, prepared, radius, offer }: PreparedPage): ConsolePage {
  const { move, command } = prepared;
  const { expected, difference, versions, channels, held, isDone } = move;
  const beside = channels.canary && kind === "canary-start" ? toDifference(versions, channels.canary.versions) : [];
  const touched = [...difference, ...beside];
  const repeated = findRepeated(move);
  const doneLink = `${consolePath}/done?after=${expected}`;
  if (isDone)
    return {
      title: words[kind].title,
      place,
      lede: `${toDoneText(move.action)}. There is nothing to do.`,
      content: h("p", { className: "actions" }, h("a", { className: "act", href: consolePath }, "What is live")),
    };
  return {
    title: words[kind].title,
    place,
    lede: `From revision ${expected}. Nothing was changed yet.`,
    ...(offer?.kind === "here" && { script: "confirm" as const }),
    ...(offer?.kind === "unchecked" && offer.state?.kind === "running" && { refreshSeconds: checkRefreshSeconds }),
    content: h(
      "div",
      { className: offer ? "cards two" : "cards" },
      h(
        Card,
        { id: "touches", title: "What it touches" },
        h("blockquote", null, why),
        repeated &&
          h(
            "p",
            { className: "notice" },
            `Revision ${repeated.revision} ${repeated.text}. This one goes further back: if that was enough, there is nothing to do.`,
          ),
        touched.length === 0 && h("p", null, words[kind].text),
        h(Changes, { changes: touched }),
        h(BesideChanges, { beside: listPlannedBesideChanges(move, new Date()) }),
        held.length > 0 && h("p", null, `Stays where it is, because it is pinned: ${held.join(", ")}.`),
        h(Facts, {
          facts: radius.map(([name, { pages, allPages, routes, allRoutes }]): [string, ReactNode] => [
            name,
            `${pages} of ${allPages} pages, ${routes.length} of ${allRoutes} routes`,
          ]),
        }),
      ),
      offer && h(SigningCard, { offer, title: words[kind].title }),
      h(
        Card,
        { id: "do", title: offer ? "Or by the command" : "Confirm with your key", wide: offer !== undefined },
        h(
          "ol",
          { className: "steps" },
          h(
            "li",
            null,
            h("p", null, "Run this where your operator's key is. It is refused when anything went live since."),
            h("pre", { className: "command", tabIndex: 0 }, h("code", null, command)),
          ),
          h(
            "li",
            null,
            h("p", null, "Then see it live, with a way back."),
            h("a", { className: "act", href: doneLink }, "Is it done?"),
          ),
        ),
        h(
          "p",
          { className: "quiet" },
          "No server of the site has a key that can change it: what an operator’s key has not signed, no server takes.",
        ),
      ),
    ),
  };
}
