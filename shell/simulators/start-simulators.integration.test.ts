import { expect, onTestFinished, test } from "vitest";
import { siteConfigs } from "../sites/sites.ts";
import { startSimulators } from "./start-simulators.ts";

/** Ports that no site's simulators have by default, below those that the system gives to connections: one of these may be held by any program. */
const firstPort = 23_510;

test("simulators whose ports another site has get the same other ports at each start, so that its pages stay the same", async () => {
  const first = await startSimulators(siteConfigs.GGPPH, { firstPort });
  onTestFinished(() => first.close());
  const before = await startSimulators(siteConfigs.GGPPH, { firstPort });
  await before.close();
  const again = await startSimulators(siteConfigs.GGPPH, { firstPort });
  onTestFinished(() => again.close());
  expect(before.addresses.every(({ takenPort }) => takenPort !== undefined)).toBe(true);
  expect(again.site).toEqual(before.site);
});
