import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright";
import * as v from "valibot";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findFreePort } from "../harness/free-port.ts";
import { copyStartedStore, startSite } from "../harness/start-site.ts";
import { useOwnSite } from "../harness/use-site.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { addRoute, createCheckout } from "./checkout.ts";
import { startGitServer } from "./git-server.ts";
import { readLayoutLine, readSteps } from "./read-steps.ts";
import { createTeamMachine } from "./team-machine.ts";
import { runJob, type WorkflowRun } from "./team-workflow.ts";

/** Commands that it may take from an empty folder to a page that visitors see. */
const mostCommands = 10;

/** A patch version of React that this workspace does not have. */
const otherReact = "19.3.0";

/** A site that admits releases over HTTP: it has the key of the release check, and of no team. */
const { site, browser } = useOwnSite(async () => {
  const storeDir = await copyStartedStore("GGPPH");
  return startSite("GGPPH", { storeDir, env: { CHECK_KEY: `${storeDir}.keys/check.pem` } });
});

const machine = createTeamMachine(site);
const { folder, workspace, team, remote, given, used, path } = machine;
const steps = readSteps();

beforeAll(() => createCheckout(workspace));
afterAll(() => machine.remove());

test("a team without this workspace builds a sixth remote against the packed contract by the written steps, and visitors see and use its page", async () => {
  const [pack, write, letIn, publish, place] = steps;
  if (!pack || !write || !letIn || !publish || !place)
    throw new Error("docs/add-a-remote.md has fewer than five steps.");
  machine.runStep(pack);
  execFileSync("mkdir", [team]);
  const started = { ...used };
  const [create = "", ...others] = write.commands;
  machine.runStep({ ...write, commands: [create] });
  takeOtherReact();
  machine.runStep({ ...write, commands: others });
  machine.runStep(letIn);
  machine.runStep(publish);
  addRoute(workspace, readLayoutLine());
  machine.runStep(place);
  const begun = performance.now();
  const address = `${site().origin}/lobby/`;
  await waitUntil(async () => (await fetch(address)).status === 200, { what: "the page of the lobby", within: 60_000 });
  const commands = used.commands - started.commands;
  const milliseconds = used.milliseconds - started.milliseconds + performance.now() - begun;
  console.log(
    `From site-remote new to a visible page: ${commands} commands, ${(milliseconds / 1000).toFixed(1)} s of machine time`,
  );
  expect(commands).toBeLessThanOrEqual(mostCommands);

  const visit = await browser().visit();
  await visit.page.goto(address);
  expect(await visit.page.title()).toContain("Your remote");
  await visit.page.getByText("Write the text of this page").waitFor();
  await visit.page.getByRole("button", { name: "Next step" }).click();
  await visit.page.getByText("Leave a place for it").waitFor();
  await visit.close();
}, 240_000);

test("site-remote dev shows the team's remote among what is live on the site, follows what is saved, and changes nothing there", async () => {
  const [makeServer, develop] = steps.slice(5);
  const [command] = develop?.commands ?? [];
  if (!makeServer || command === undefined) throw new Error("docs/add-a-remote.md has no steps for development.");
  const deployed = `${site().origin}/lobby/`;
  const before = await (await fetch(deployed)).text();
  machine.runStep(makeServer);
  write("Write the text of this page", "A text of the developer");
  const port = await findFreePort();
  const startedAt = performance.now();
  const child = spawn("bash", ["-c", `exec ${command}`], {
    cwd: remote,
    // Its own group: npx starts the command, which starts the server.
    detached: true,
    stdio: "inherit",
    env: { ...machine.toEnvironment(remote), PORT: `${port}`, SIMULATORS_PORT: "0", WORK_AHEAD: "0" },
  });
  const address = `http://localhost:${port}/lobby/`;
  const visit = await browser().visit();
  visit.permits("failed request", /^503 /);
  try {
    const readPage = async () => (await fetch(address, { headers: { "x-development": "follow" } })).text();
    await waitUntil(async () => (await readPage().catch(() => "")).includes("A text of the developer"), {
      what: "the page with the team's own remote",
      within: 60_000,
    });
    console.log(`site-remote dev: the first page after ${Math.round(performance.now() - startedAt)} ms`);
    // The header is of the deployed navigation: the team has none.
    expect(await readPage()).toMatch(/<header/);
    await visit.page.goto(address);
    await visit.page.getByRole("button", { name: "Next step" }).click();
    await visit.page.getByText("Leave a place for it").waitFor();
    // The text of the second step: the open page stays at that step.
    const savedFirst = await save(visit.page, "Leave a place for it", "A text that was saved");
    // Both at once: what is wrong with one has a place and lines of its own.
    const mended = await readProblems(
      visit.page,
      [
        ["const step = ", `const step: number = `],
        ["  return (", `  if (shown === 0) throw new Error("boom");\n  return (`],
      ],
      [
        /src\/ui\/page\.tsx:\d+((?!page\.tsx).)*TS2322((?!page\.tsx).)*const step: number/s,
        /src\/ui\/page\.tsx:\d+((?!page\.tsx).)*boom((?!page\.tsx).)*throw new Error\("boom"\)/s,
      ],
      ["A text that was saved", "Another text that was saved"],
    );
    console.log(
      `site-remote dev: a saved text is in the open page ${savedFirst} ms after a save right after the start, and ${mended} ms after one that mends the page as well`,
    );
  } finally {
    await visit.close();
    if (child.pid !== undefined && child.exitCode === null) {
      process.kill(-child.pid, "SIGTERM");
      await once(child, "exit");
    }
    for (const saved of ["Another text that was saved", "A text that was saved"]) write(saved, "Leave a place for it");
    write("A text of the developer", "Write the text of this page");
  }
  expect(await (await fetch(deployed)).text()).toBe(before);
}, 240_000);

/**
 * Saves faults in the team's component, reads in the open page what is wrong and where, and mends them, with another text.
 * @returns milliseconds until the open page shows that text, and nothing that is wrong
 */
async function readProblems(
  page: Page,
  faults: [string, string][],
  said: RegExp[],
  [from, to]: [string, string],
): Promise<number> {
  const file = join(remote, "src/ui/page.tsx");
  const before = readFileSync(file, "utf8");
  for (const [text] of faults) expect(before).toContain(text);
  writeFileSync(
    file,
    faults.reduce((text, [right, wrong]) => text.replace(right, wrong), before),
  );
  try {
    for (const text of said) await page.getByRole("alert").filter({ hasText: text }).waitFor({ timeout: 60_000 });
  } finally {
    writeFileSync(file, before);
  }
  const milliseconds = await save(page, from, to);
  await page.getByRole("alert").waitFor({ state: "detached", timeout: 60_000 });
  return milliseconds;
}

/** Saves another text. @returns milliseconds until the open page shows it */
async function save(page: Page, from: string, to: string): Promise<number> {
  write(from, to);
  const savedAt = performance.now();
  await page
    .getByText(to)
    .waitFor({ timeout: 60_000 })
    .catch(async (cause: unknown) => {
      throw new Error(`The page does not show "${to}", but "${await page.locator("main").innerText()}".`, { cause });
    });
  return Math.round(performance.now() - savedAt);
}

/** Changes a text of the team's messages. */
function write(from: string, to: string): void {
  const file = join(remote, "messages/en.json");
  writeFileSync(file, readFileSync(file, "utf8").replace(from, to));
}

test("site-remote check compares the remote with what is live on the site, and says how long it took", () => {
  const started = performance.now();
  const output = machine.runCommand('npx site-remote check --against "$SITE_URL"', remote);
  console.log(`site-remote check: ${Math.round(performance.now() - started)} ms. ${output.trim().split("\n").at(-1)}`);
  expect(output).toMatch(/passes \d+ checks on this machine beside what is live at http:\S+, in \d+\.\d s/);
});

test("its lockfile names only the packed contract and registry packages, with a React of its own that the shell's stands in for", () => {
  const lockfile = readFileSync(join(remote, "pnpm-lock.yaml"), "utf8");
  expect(lockfile).not.toMatch(/workspace:|catalog:|link:/);
  expect(lockfile).toContain(`react@${otherReact}`);
  const release = v.parse(
    v.object({ shared: v.record(v.string(), v.string()) }),
    JSON.parse(readFileSync(join(remote, "dist/release.json"), "utf8")),
  );
  expect(release.shared["react"]).toBe(`^${otherReact}`);
  expect(readFileSync(join(remote, "node_modules/@site/contracts/package.json"), "utf8")).not.toMatch(
    /workspace:|catalog:/,
  );
  expect(existsSync(join(remote, "node_modules/@site/contracts/shell"))).toBe(false);
  // What a team reads of the site's look, and the types of what it may import.
  expect(readFileSync(join(remote, "node_modules/@site/contracts/css/README.md"), "utf8")).toContain("--space-1");
  expect(existsSync(join(remote, "node_modules/@types/react-dom"))).toBe(true);
});

test("the workflow of a team's repository checks a pull request, says on it what it changes, and publishes it once it is merged", async () => {
  const git = (...words: string[]): string => execFileSync("git", words, { cwd: remote, encoding: "utf8" }).trim();
  const commit = (subject: string): string => {
    git("add", "--all");
    git("-c", "user.name=Lobby", "-c", "user.email=lobby@team.example", "commit", "--quiet", "--message", subject);
    return git("rev-parse", "HEAD");
  };
  git("init", "--quiet");
  const base = commit("Begin");
  for (const [file, from, to] of [
    ["package.json", `"version": "1.0.0"`, `"version": "1.1.0"`],
    ["messages/en.json", "Your remote", "Your lobby"],
  ] as const) {
    const text = readFileSync(join(remote, file), "utf8");
    expect(text).toContain(from);
    writeFileSync(join(remote, file), text.replace(from, to));
  }
  const head = commit("Name the lobby");
  const { address, comments, close } = await startGitServer();
  const run: WorkflowRun = {
    repository: remote,
    commit: head,
    path,
    artifacts: join(folder, "artifacts"),
    values: {
      "github.server_url": "https://git.team.example",
      "github.repository": "team/remote-lobby",
      "github.run_id": "1",
      "github.sha": head,
      "github.token": "token-of-the-run",
      "github.api_url": address,
      "github.event.pull_request.base.sha": base,
      "github.event.pull_request.number": "7",
      "vars.SITE_URL": site().origin,
      "secrets.SITE_TOKEN": given["SITE_TOKEN"] ?? "",
      "secrets.SITE_VIEWER_TOKEN": given["SITE_TOKEN"] ?? "",
      "secrets.SITE_SIGN_KEY": readFileSync(join(folder, "keys/lobby.pem"), "utf8"),
    },
  };
  writeFileSync(
    join(remote, "src/ui/page.module.css"),
    `${readFileSync(join(remote, "src/ui/page.module.css"), "utf8")}\n:global(body) {\n  color: red;\n}\n`,
  );
  const broken = commit("Colour everything");
  const brokenRun: WorkflowRun = {
    ...run,
    commit: broken,
    artifacts: join(folder, "broken-artifacts"),
    values: { ...run.values, "github.sha": broken },
  };
  try {
    await runJob("check", join(team, "check"), run);
    await runJob("difference", join(team, "difference"), run);
    // In the folders of the run before, which have the libraries, and the release of the same base.
    for (const words of [["fetch"], ["checkout", broken]])
      execFileSync("git", [...words, "--quiet"], { cwd: join(team, "check") });
    const checking = runJob("check", join(team, "check"), brokenRun, "npx rspack build");
    await expect(checking).rejects.toThrow("site-remote check");
    await runJob("difference", join(team, "difference"), brokenRun, "actions/download-artifact@v4");
  } finally {
    close();
  }
  expect(comments).toEqual([
    {
      path: "/repos/team/remote-lobby/issues/7/comments",
      body: expect.stringMatching(/^1\.0\.0\S* -> 1\.1\.0\S*, 0 problems\n/),
    },
    {
      path: "/repos/team/remote-lobby/issues/7/comments",
      body: expect.stringMatching(
        /, 1 problem\n- RELEASE_STYLE_FOREIGN src\/ui\/page\.module\.css:\d+: the selector body .+CSS Module/,
      ),
    },
  ]);
  await runJob("publish", join(team, "publish"), run);
  const published = await fetch(`${site().origin}/-/releases/lobby`, {
    headers: { authorization: `Bearer ${given["SITE_TOKEN"]}` },
  });
  expect(await published.json()).toMatchObject({ releases: [{}, { version: expect.stringMatching(/^1\.1\.0-/) }] });
}, 240_000);

/** Another patch version of React than the workspace's: what a team's own lockfile has. */
function takeOtherReact(): void {
  const file = join(remote, "package.json");
  const text = readFileSync(file, "utf8");
  writeFileSync(file, text.replaceAll(/"(react|react-dom)": "[^"]+"/g, `"$1": "${otherReact}"`));
}
