import { createElement as h, type ReactElement } from "react";
import type { ListedToken } from "../../access/token-list.ts";
import { toTokenState } from "../../access/token-list.ts";
import type { TrustRow } from "../../releases/trust/describe-trust.ts";
import type { ConsolePage } from "./console-page.ts";
import { Badge, Card, consolePath, Moment, Table } from "./parts.ts";

/** Whose signatures count, and who may read and publish over HTTP. Tokens are shown to operators alone. */
export function toKeysPage(keys: readonly TrustRow[], tokens: readonly ListedToken[] | undefined): ConsolePage {
  return {
    title: "Keys",
    place: `${consolePath}/keys`,
    lede: "Whose signatures count, and who signs in. No key and no token can be read here.",
    content: h(
      "div",
      { className: "cards" },
      h(Card, { id: "signers", title: "Keys", wide: true }, h(Keys, { keys })),
      h(
        Card,
        { id: "tokens", title: "Tokens", wide: true },
        tokens ? h(Tokens, { tokens }) : h("p", { className: "quiet" }, "Operators see the list of tokens."),
      ),
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
