import { createElement as h, type ReactElement } from "react";
import type { AuditEntry } from "../../access/audit-log.ts";
import { type ListedToken, toTokenState } from "../../access/token-list.ts";
import type { TrustRow } from "../../releases/trust/describe-trust.ts";
import { BrowserKeyCard, type BrowserKeyPlace } from "./browser-key-card.ts";
import type { ConsolePage } from "./console-page.ts";
import { Badge, Card, consolePath, Moment, Table } from "./parts.ts";

/** Facts that only operators see. */
interface AccessFacts {
  tokens: readonly ListedToken[];
  /** The latest entries of the audit log, oldest first. */
  entries: readonly AuditEntry[];
}

/** The keys of the trust list, the tokens, and the audit log of their use. */
export function toKeysPage(
  keys: readonly TrustRow[],
  access: AccessFacts | undefined,
  browserKey: BrowserKeyPlace | undefined,
): ConsolePage {
  return {
    title: "Keys",
    place: `${consolePath}/keys`,
    lede: "Whose signatures count, and who signs in. No key and no token can be read here.",
    script: "key",
    content: h(
      "div",
      { className: "cards" },
      browserKey && h(BrowserKeyCard, { place: browserKey }),
      h(Card, { id: "signers", title: "Keys", wide: true }, h(Keys, { keys })),
      h(
        Card,
        { id: "tokens", title: "Tokens", wide: true },
        access
          ? h(Tokens, { tokens: access.tokens })
          : h("p", { className: "quiet" }, "Operators see the tokens, and what was done with them."),
      ),
      access && h(Card, { id: "log", title: "Audit log", wide: true }, h(Log, { entries: access.entries })),
    ),
  };
}

const tones = { "in force": "good", retired: "plain", revoked: "warn" } as const;

function Keys({ keys }: { keys: readonly TrustRow[] }): ReactElement {
  return h(Table, {
    caption: "Keys of the trust list",
    heads: ["Signs for", "Owner", "Key", "Until", "State"],
    rows: keys.map(({ role, owner, key, until, state, since }) => ({
      key: `${role} ${key}`,
      cells: [
        role,
        owner,
        h("code", null, key),
        until === "" ? "" : h(Moment, { at: until }),
        h(Badge, { tone: tones[state], text: since === "" ? state : `${state} ${since.slice(0, 10)}` }),
      ],
    })),
  });
}

function Tokens({ tokens }: { tokens: readonly ListedToken[] }): ReactElement {
  const now = new Date();
  return h(Table, {
    caption: "Tokens, the newest first",
    heads: ["Owner", "May", "Token", "Until", "State"],
    rows: tokens.toReversed().map((token) => {
      const state = toTokenState(token, now);
      return {
        key: token.id,
        cells: [
          token.owner,
          [token.role, ...token.packages].join(" "),
          h("code", null, token.id),
          h(Moment, { at: token.expires }),
          h(Badge, {
            tone: state === "good" ? "good" : "plain",
            text: token.revoked ? `${state}: ${token.revoked.why}` : state,
          }),
        ],
      };
    }),
  });
}

const deeds: Readonly<Record<AuditEntry["action"], string>> = {
  publish: "published",
  "sign-in": "signed in",
  "sign-in-refused": "was refused to sign in",
  "sign-out": "signed out",
  preview: "looked at",
  "preview-end": "left",
  break: "broke for themselves",
  mend: "mended",
  prepare: "prepared",
  check: "had checked",
  sign: "signed",
  "of-newer-server": "did on a newer server",
};

function Log({ entries }: Pick<AccessFacts, "entries">): ReactElement {
  if (entries.length === 0) return h("p", { className: "quiet" }, "Nothing was done over HTTP yet.");
  return h(Table, {
    caption: `The latest ${entries.length} entries of the audit log, the newest first`,
    heads: ["Who", "When", "Did", "What"],
    rows: entries.toReversed().map((entry, index) => ({
      key: String(index),
      cells: [entry.token.owner, h(Moment, { at: entry.at }), deeds[entry.action], toWhat(entry)],
    })),
  });
}

function toWhat(entry: AuditEntry): ReactElement | string {
  if (entry.action === "publish")
    return h(
      "code",
      { className: "long" },
      `${entry.release}, ${entry.outcome}${entry.code === null ? "" : `: ${entry.code}`}`,
    );
  if (entry.action === "sign")
    return h(
      "code",
      { className: "long" },
      `${entry.asked}, ${entry.outcome}${entry.code === null ? "" : `: ${entry.code}`}`,
    );
  return entry.asked === "" ? "" : h("code", { className: "long" }, entry.asked);
}
