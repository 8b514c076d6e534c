import { createElement as h, type ReactElement } from "react";
import type { Reader } from "../../console/console-sources.ts";
import type { ActionKind } from "../../console/prepare-action.ts";
import type { Overview } from "../../console/read-overview.ts";
import { consolePath, Moment, ReleaseLink, RevokedBadge, Table } from "./parts.ts";
import { canAct, PrepareLink } from "./prepare-link.ts";

/**
 * The newest releases that no visitor gets, with an operator's actions for each, or for several together: none becomes live in a frozen channel, or
 * of a pinned package.
 */
export function WaitingReleases({ overview, reader }: { overview: Overview; reader: Reader }): ReactElement {
  const { record, packages, canary, waiting } = overview;
  const isPinned = (name: string): boolean => packages.some((one) => one.name === name && one.pin !== undefined);
  const mayMove = ({ name, isRevoked }: Overview["waiting"][number]): boolean =>
    canAct(reader) && !record.channels?.freeze && !isPinned(name) && !isRevoked;
  const isChoice = waiting.filter(mayMove).length > 1;
  const table = h(Table, {
    caption: "The newest releases that no visitor gets",
    heads: ["Package", "Release", "Admitted", "Next"],
    rows: waiting.map((one) => {
      const { name, version, at, isRevoked } = one;
      const moves = mayMove(one);
      const of = `${name}@${version}`;
      return {
        key: name,
        cells: [
          isChoice && moves
            ? h("label", { className: "choice" }, h("input", { type: "checkbox", name: "with", value: of }), name)
            : name,
          h(ReleaseLink, { name, version }),
          h(Moment, { at }),
          h(
            "span",
            { className: "actions" },
            isRevoked && h(RevokedBadge),
            !isRevoked &&
              h(
                "a",
                {
                  className: "act",
                  href: `${consolePath}/difference?${new URLSearchParams({ from: "live", to: of })}`,
                  "aria-label": `Compare with what is live: ${of}`,
                },
                "Compare",
              ),
            moves &&
              !canary &&
              h(PrepareLink, { action: { kind: "canary-start", with: of }, text: "Start a canary", of }),
            moves && h(PrepareLink, { action: { kind: "promote", with: of }, text: "Promote", of }),
          ),
        ],
      };
    }),
  });
  if (!isChoice) return table;
  return h(
    "form",
    { action: `${consolePath}/prepare` },
    table,
    h(
      "p",
      { className: "actions" },
      h(ChosenButton, { kind: "promote", text: "Promote the chosen together" }),
      !canary && h(ChosenButton, { kind: "canary-start", text: "Start a canary of the chosen" }),
    ),
  );
}

function ChosenButton({ kind, text }: { kind: ActionKind; text: string }): ReactElement {
  return h("button", { name: "kind", value: kind, className: "plain" }, text);
}
