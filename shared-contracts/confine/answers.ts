import * as v from "valibot";
import { answerLimits } from "../answers/answer-limits.ts";
import { findAnswerProblem, toKeptProblem } from "../answers/find-answer-problem.ts";
import { islandDataNames } from "../src/documents/data-documents.ts";
import { headFragmentSchema } from "../src/islands/head-fragment.ts";
import type { RenderedIsland } from "../src/islands/island.ts";
import { hydrateModes } from "../src/names/island-name.ts";
import { vendors } from "../src/site/vendor.ts";
import type { RenderFailure, ReplyOutcome } from "./render-messages.ts";

/** The answer of a remote for an island. */
export const islandSchema = v.object({
  html: v.string(),
  head: v.optional(v.object({ title: v.string(), description: v.string(), heading: v.optional(v.string()) })),
  headFragment: v.optional(headFragmentSchema),
  readsVisitor: v.boolean(),
  readsRule: v.optional(v.boolean()),
  readsPage: v.optional(v.boolean()),
  lacksLocale: v.optional(v.string()),
});

const nameSchema = v.pipe(v.string(), v.maxLength(answerLimits.name));

/** The answer of a server file to a request for the description of its release. */
const descriptionSchema = v.object({
  islands: v.pipe(
    v.array(
      v.object({
        key: nameSchema,
        hydrate: v.picklist(hydrateModes),
        hydrateOnQuery: v.optional(nameSchema),
        data: listOf(islandDataNames),
        vendors: v.optional(listOf(vendors)),
        variants: v.optional(v.pipe(v.array(nameSchema), v.maxLength(answerLimits.islands))),
        router: v.boolean(),
      }),
    ),
    v.maxLength(answerLimits.islands),
  ),
  messages: v.pipe(
    v.record(nameSchema, v.pipe(v.array(nameSchema), v.maxLength(answerLimits.messages))),
    v.maxEntries(answerLimits.locales),
  ),
  head: v.optional(v.object({ vendors: listOf(vendors) })),
});

function listOf<const T extends readonly string[]>(names: T) {
  return v.pipe(v.array(v.picklist(names)), v.maxLength(names.length));
}

/** The outcome of a task. */
export type RenderOutcome = { ok: true; island: RenderedIsland } | RenderFailure;

export type DescribeOutcome = ({ ok: true } & v.InferOutput<typeof descriptionSchema>) | RenderFailure;

/** Parses the answer for an island: HTML and a head of texts, within the limits. Any other answer is a failure of the remote. */
export function toIsland(outcome: ReplyOutcome): RenderOutcome {
  if (!outcome.ok) return { ...outcome, problem: toKeptProblem(outcome.problem) };
  const problem = findAnswerProblem(outcome.answer);
  if (problem !== undefined) return { ok: false, problem };
  const island = v.safeParse(islandSchema, outcome.answer);
  return island.success
    ? { ok: true, island: island.output }
    : { ok: false, problem: toKeptProblem(`its answer is no island: ${island.issues[0].message}`) };
}

/** Parses the description of a release: its islands and messages. An invalid one is a failure with the reason. */
export function toDescription(outcome: ReplyOutcome | undefined): DescribeOutcome {
  if (!outcome) return { ok: false, problem: "it was not asked" };
  if (!outcome.ok) return { ...outcome, problem: toKeptProblem(outcome.problem) };
  const { success, output, issues } = v.safeParse(descriptionSchema, outcome.answer);
  if (success) return { ok: true, ...output };
  return {
    ok: false,
    problem: toKeptProblem(
      `its answer is no description, at ${v.getDotPath(issues[0]) ?? "(root)"}: ${issues[0].message}`,
    ),
  };
}
