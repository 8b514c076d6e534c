import { test } from "vitest";
import { copyStore } from "../harness/template-store.ts";
import { startSite } from "../harness/start-site.ts";
import { promote } from "../../src/server/release/promote.ts";
import { untilLive } from "./answers.ts";
import { writeVariant } from "./release-variant.ts";
import { openStore, publish } from "./site-command.ts";
test("x", async () => {
  const t = (s: string) => console.log(s, Math.round(performance.now()));
  t("start");
  const storeDir = await copyStore(); t("store");
  const a = await writeVariant(storeDir, "navigation", { mark: "a" }); t("variant");
  await publish(storeDir, a); t("publish");
  const b = await writeVariant(storeDir, "navigation", { mark: "b" });
  await publish(storeDir, b); t("publish");
  const site = await startSite("GGPPH", { storeDir }); t("site");
  const store = openStore(storeDir);
  for (let i = 0; i < 10; i += 1) {
    const v = i % 2 ? a : b;
    const { set } = await promote(store, { navigation: v.version }, { by: "x", why: "y" }); t("promoted");
    await untilLive(site, set.id); t("live");
  }
  console.log(site.log().map((l) => l["seconds"]));
  console.log(process.cpuUsage());
  await site.stop();
});
