import * as v from "valibot";
import { answerLimits } from "@site/contracts/checks/answer-limits";
import { islandDataNames } from "@site/contracts/data-documents";
import { headFragmentSchema } from "@site/contracts/head-fragment";
import { hydrateModes } from "@site/contracts/remote";
import { vendors } from "@site/contracts/vendor";

/** What a remote may answer for an island. */
export const islandSchema = v.object({
  html: v.string(),
  head: v.optional(v.object({ title: v.string(), description: v.string(), heading: v.optional(v.string()) })),
  headFragment: v.optional(headFragmentSchema),
  readsVisitor: v.boolean(),
  lacksLocale: v.optional(v.string()),
});

const nameSchema = v.pipe(v.string(), v.maxLength(answerLimits.name));

/** What a server file may answer when it is asked what it says of its release. */
export const descriptionSchema = v.object({
  islands: v.pipe(
    v.array(v.object({
      key: nameSchema, hydrate: v.picklist(hydrateModes), hydrateOnQuery: v.optional(nameSchema), data: listOf(islandDataNames),
      vendors: v.optional(listOf(vendors)), variants: v.optional(v.pipe(v.array(nameSchema), v.maxLength(answerLimits.islands))), router: v.boolean(),
    })),
    v.maxLength(answerLimits.islands),
  ),
  messages: v.pipe(v.record(nameSchema, v.pipe(v.array(nameSchema), v.maxLength(answerLimits.messages))), v.maxEntries(answerLimits.locales)),
  head: v.optional(v.object({ vendors: listOf(vendors) })),
});

function listOf<const T extends readonly string[]>(names: T) {
  return v.pipe(v.array(v.picklist(names)), v.maxLength(names.length));
}
