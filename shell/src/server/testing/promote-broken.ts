import { type FixtureBench } from "./fixture-bench.ts";
import { toServerSource } from "./fixture-release.ts";

/** Promotes a release of `content` that throws where it renders `about-us`, past the release checks. Returns its version. */
export async function promoteBroken({ admit, store }: FixtureBench): Promise<string> {
  const server = toServerSource("broken", `if (key === "about-us") throw new Error("asked to throw");`);
  const { version } = await admit("content", { server });
  const current = await store.current();
  const versions = { ...current?.set.versions, content: version };
  await store.countersign(await store.toSet(versions), { sites: ["GGPPH"], checks: [] });
  await store.advance(current?.set.revision ?? 0, versions, { why: "a test" });
  return version;
}
