import { createElement as h, type ReactElement } from "react";
import type { Reader } from "../../console/console-sources.ts";
import type { ActionKind } from "../../console/prepare-action.ts";
import type { Overview } from "../../console/read-overview.ts";
import { consolePath, Moment, ReleaseLink, Table } from "./parts.ts";
import { canAct, PrepareLink } from "./prepare-link.ts";

/** The newest releases that no visitor gets, with what an operator can do with each now, or with several together: nothing goes live in a frozen channel, or of a pinned package. */
export function WaitingReleases({ overview, reader }: { overview: Overview; reader: Reader }): ReactElement {
  const { record, packages, canary, waiting } = overview;
  const isPinned = (name: string): boolean => packages.some((one) => one.name === name && one.pin !== undefined);
  const moves = (name: string): boolean => canAct(reader) && !record.channels?.freeze && !isPinned(name);
  const isChoice = waiting.filter(({ name }) => moves(name)).length > 1;
  const table = h(Table, {
    caption: "The newest releases that no visitor gets",
    heads: ["Package", "Release", "Admitted", "Next"],
    rows: waiting.map(({ name, version, at }) => {
      const of = `${name}@${version}`;
      return {
        key: name,
        cells: [
          isChoice && moves(name)
            ? h("label", { className: "choice" }, h("input", { type: "checkbox", name: "with", value: of }), name)
            : name,
          h(ReleaseLink, { name, version }),
          h(Moment, { at }),
          h(
            "span",
            { className: "actions" },
            h(
              "a",
              {
                className: "act",
                href: `${consolePath}/difference?${new URLSearchParams({ from: "live", to: of })}`,
                "aria-label": `Compare with what is live: ${of}`,
              },
              "Compare",
            ),
            moves(name) &&
              !canary &&
              h(PrepareLink, { action: { kind: "canary-start", with: of }, text: "Start a canary", of }),
            moves(name) && h(PrepareLink, { action: { kind: "promote", with: of }, text: "Promote", of }),
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
