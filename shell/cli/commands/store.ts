import type { Command } from "commander";
import type { CommandContext } from "../command-line/command-context.ts";
import { addStoreCollect } from "./store-collect.ts";
import { addStoreCopy } from "./store-copy.ts";
import { addStorePut } from "./store-put.ts";
import { addStoreRepair } from "./store-repair.ts";

/** Adds `site store`: maintenance of the release store. */
export function addStore(program: Command, context: CommandContext): void {
  const store = program.command("store").description("keep the release store in order");
  addStoreCollect(store, context);
  addStoreCopy(store, context);
  addStorePut(store, context);
  addStoreRepair(store, context);
}
