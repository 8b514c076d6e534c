import * as v from "valibot";
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

/** What a server file may answer when it is asked what it says of its release. */
export const descriptionSchema = v.object({
  islands: v.array(v.object({
    key: v.string(), hydrate: v.picklist(hydrateModes), hydrateOnQuery: v.optional(v.string()), data: v.array(v.picklist(islandDataNames)),
    vendors: v.optional(v.array(v.picklist(vendors))), variants: v.optional(v.array(v.string())), router: v.boolean(),
  })),
  messages: v.record(v.string(), v.array(v.string())),
  head: v.optional(v.object({ vendors: v.array(v.picklist(vendors)) })),
});
