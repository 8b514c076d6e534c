import { findMessageProblems } from "../../release-checks/find-message-problems.ts";
import type { Problem } from "./build-status.ts";

/** What is wrong with the messages of a build, each with its file, its line and what to do. */
export function listMessageProblems(
  name: string,
  root: string,
  messages: Readonly<Record<string, readonly string[]>>,
): Problem[] {
  return findMessageProblems({ release: { name }, description: { ok: true, messages }, sourceRoot: root }).map(
    ({ file, line, problem, change }) => {
      const place = [file, line].filter((part) => part !== undefined).join(":");
      return { kind: "message", text: [place && `${place} `, problem, change && `\n${change}`].join("") };
    },
  );
}
