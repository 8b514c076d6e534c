import { expect } from "vitest";
import type { Visit } from "../harness/open-browser.ts";
import { type RunningSite, startSite } from "../harness/start-site.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { fetchRevision } from "../releases/answers.ts";
import { runCommand } from "../releases/site-command.ts";
import { press, takePicture } from "./console-visit.ts";

const consoleHost = "console.localhost";

/** A site whose console has a host name of its own, where an operator signs in the browser. */
export interface SigningConsole {
  site: RunningSite;
  /** The console's address. */
  place: string;
  /** Runs a verb of the command on the site's store. @returns what it printed; the test fails where it refuses */
  run(...verbs: string[]): Promise<string>;
  makeToken(role: "viewer" | "operator", owner: string): Promise<string>;
  signIn(visit: Visit, token: string): Promise<void>;
  /** Makes a key in the browser, and admits it as an owner of the trust list does: with the command that the page shows. */
  getKey(visit: Visit): Promise<void>;
}

export async function startSigningConsole(storeDir: string, env: Record<string, string> = {}): Promise<SigningConsole> {
  const site = await startSite("GGPPH", { storeDir, env: { CONSOLE_HOST: consoleHost, ...env } });
  const place = `http://${consoleHost}:${site.port}/-/console`;

  async function run(...verbs: string[]): Promise<string> {
    const { exitCode, output } = await runCommand(storeDir, ...verbs);
    expect([exitCode, output]).toEqual([0, output]);
    return output;
  }

  return {
    site,
    place,
    run,
    async makeToken(role, owner) {
      return /site_[0-9a-f]{12}_[\w-]{43}/.exec(await run("tokens", "make", role, "--owner", owner))?.[0] ?? "";
    },
    async signIn({ page }, token) {
      await page.goto(place);
      await page.getByLabel("Token").fill(token);
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { level: 1, name: /^Revision/ }).waitFor();
    },
    async getKey(visit) {
      const { page } = visit;
      await press(visit, page.getByRole("link", { name: "Keys", exact: true }));
      await press(visit, page.getByRole("button", { name: "Make a key" }));
      const shown = page.locator("#key-here pre:visible");
      await shown.waitFor();
      await takePicture(visit, "key-made");
      const [, owner = "", publicKey = ""] =
        /^npm run -s site -- keys add operator --owner '(.+)' --public-key ([0-9a-f]{64})$/.exec(
          await shown.innerText(),
        ) ?? [];
      await run("keys", "add", "operator", "--owner", owner, "--public-key", publicKey);
      await waitUntil(
        async () => {
          await page.reload();
          return page.getByText("this browser signs what you prepare here").isVisible();
        },
        { what: "the key to be admitted" },
      );
    },
  };
}

/** Waits until the console says that what was signed is live on its server. */
export async function untilDone(visit: Visit): Promise<void> {
  const { page } = visit;
  await page.getByRole("heading", { level: 1, name: "Done" }).waitFor();
  const { port, searchParams } = new URL(page.url());
  // The server is asked in place of the page, which it would render at each look, and the browser lay out.
  await waitUntil(
    async () => (await fetchRevision({ origin: `http://localhost:${port}` })) > Number(searchParams.get("after")),
    { what: "the new revision to be served", within: 90_000 },
  );
  await lookAgain(visit, (html) => html.includes("live on this server"));
  await page.getByText("live on this server").waitFor();
}

/** Loads a page anew, which does so by itself after some seconds, until it is another: the server answers so earlier. */
function lookAgain({ page }: Visit, isThere: (html: string) => boolean): Promise<void> {
  return waitUntil(
    async () => {
      // While the page loads itself anew it has no content, and no other load of it begins.
      const html = await page.content().catch(() => undefined);
      if (html === undefined) return false;
      if (isThere(html)) return true;
      await page.reload().catch(() => undefined);
      return false;
    },
    { what: "another answer to this page", within: 90_000 },
  );
}
