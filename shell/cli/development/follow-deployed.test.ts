import { afterEach, expect, test, vi } from "vitest";
import type { DeployedSet } from "../releases/deployed-reader.ts";
import { followDeployed } from "./follow-deployed.ts";

afterEach(() => vi.restoreAllMocks());

const toSet = (siteId: string, revision: number): DeployedSet => ({ siteId, revision, packages: {}, record: null });

test("takes over each later set, says once why it cannot, and never one of another site", async () => {
  const said: string[] = [];
  for (const channel of ["log", "error"] as const)
    vi.spyOn(console, channel).mockImplementation((text: string) => void said.push(text));
  const address = "https://www.site.example";
  const answers = [
    toSet("GGPPH", 3),
    toSet("GGPPH", 4),
    new Error("It does not answer."),
    new Error("It does not answer."),
    toSet("GGPBR", 9),
    toSet("GGPPH", 6),
  ];
  const taken: number[] = [];
  const ended = Promise.withResolvers<void>();
  async function readLive(): Promise<DeployedSet> {
    const answer = answers.shift();
    if (answer === undefined) {
      ended.resolve();
      return new Promise(() => undefined);
    }
    if (answer instanceof Error) throw answer;
    return answer;
  }
  const takeOver = async ({ revision }: DeployedSet): Promise<void> => void taken.push(revision);
  followDeployed({ address, copied: toSet("GGPPH", 3), readLive, takeOver }, (work) => work(), 1);
  // The follower alone does not keep a process open.
  const open = setInterval(() => undefined, 1000);
  await ended.promise;
  clearInterval(open);
  expect(taken).toEqual([4, 6]);
  expect(said).toEqual([
    `revision 4 of ${address} was taken over`,
    "It does not answer. Revision 4 of GGPPH stays, and the site is asked again every 0.001 s.",
    `${address} is the site GGPBR now, and was GGPPH. Start this command again. Revision 4 of GGPPH stays, and the site is asked again every 0.001 s.`,
    `revision 6 of ${address} was taken over`,
  ]);
});
