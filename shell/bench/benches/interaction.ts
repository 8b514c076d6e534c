import { budget } from "../harness/budgets.ts";
import { type DeviceName, visit } from "../harness/browser.ts";
import { type ClickOutcome, type ClickTarget, installClickProbe, readClickOutcome } from "../harness/click-probe.ts";
import { openColdCertificate, startColdDownload } from "../harness/cold-click.ts";
import { compare, type Figure, tell } from "../harness/figures.ts";
import { type Bench, interleave, type BenchResources } from "../harness/bench-resources.ts";
import { openPair, type VisitedPair } from "../harness/visited-pair.ts";

/** Milliseconds within which the core and the island of the clicked element have loaded. */
const settle = 4000;

const onPhone: Record<string, ClickTarget> = {
  "menu button": { button: "header button[popovertarget][aria-label='Menu']", panel: "header [popover]" },
};
const onDesk: Record<string, ClickTarget> = {
  "first mega panel": { button: "header nav button[popovertarget]", panel: "header nav [popover]" },
  "region button": {
    button: "header button[popovertarget][aria-label='Language Selector']",
    panel: "header [popover]",
  },
};

/** The time from a click to its effect, at the first paint and before code is loaded. */
export const interaction: Bench = {
  name: "interaction",
  about: "menu, panel and region clicked at first paint, download and certificate clicked cold",
  async run(resources) {
    const phone = await openPair(resources, "phone");
    const early = await measureEarly(resources, phone, "phone", onPhone);
    const desk = await openPair(resources, "desk");
    const figures = [
      ...early,
      ...(await measureEarly(resources, desk, "desk", onDesk)),
      ...(await measureCold(resources, desk)),
    ];
    return {
      figures,
      notes: [`Cold, 4x slower, 1.6 Mbps, 150 ms round trip with handshakes and slow start, ${desk.front}.`],
    };
  },
};

async function measureEarly(
  resources: BenchResources,
  pair: VisitedPair,
  device: DeviceName,
  targets: Record<string, ClickTarget>,
): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [what, target] of Object.entries(targets)) {
    resources.say(`clicking the ${what} at first paint`);
    const { ours, floor } = await interleave(resources.rounds, {
      ours: () => click(pair, pair.ours, device, target),
      floor: () => click(pair, pair.floor, device, target),
    });
    figures.push(
      compare(
        `${what}: responds, since navigation`,
        "ms",
        ours.map(toResponse),
        floor.map(toResponse),
        "1.5x, better 1.1x",
      ),
      compare(
        `${what}: click to effect`,
        "ms",
        ours.map(({ delay }) => delay),
        floor.map(({ delay }) => delay),
        "1.5x, better 1.1x",
      ),
      tell(
        `${what}: lost clicks`,
        "count",
        ours.map(({ lost }) => lost),
        { goal: "0", budget: budget.lostClicks },
      ),
      tell(
        `${what}: effect lost when the core came`,
        "count",
        ours.map(({ kept }) => (kept ? 0 : 1)),
        { goal: "0", budget: budget.lostClicks },
      ),
    );
  }
  return figures;
}

function toResponse({ firstPaint, delay }: ClickOutcome): number {
  return firstPaint + delay;
}

async function click(
  { browser }: VisitedPair,
  origin: string,
  device: DeviceName,
  target: ClickTarget,
): Promise<ClickOutcome> {
  const { page, close } = await visit(browser, device, (context) => context.addInitScript(installClickProbe, target));
  await page.goto(origin, { waitUntil: "load" });
  const outcome = await readClickOutcome(page, settle);
  await close();
  return outcome;
}

async function measureCold(resources: BenchResources, { browser, ours, floor }: VisitedPair): Promise<Figure[]> {
  resources.say("clicking certificate and download cold");
  const certificate = await interleave(resources.rounds, {
    ours: () => openColdCertificate(browser, ours),
    floor: () => openColdCertificate(browser, floor),
  });
  const download = await interleave(resources.rounds, {
    ours: () => startColdDownload(browser, ours),
    floor: () => startColdDownload(browser, floor),
  });
  const live = certificate.ours.map(({ done }) => done);
  return [
    compare(
      "certificate: click to dialog",
      "ms",
      certificate.ours.map(({ acknowledged }) => acknowledged),
      certificate.floor.map(({ acknowledged }) => acknowledged),
      "100 ms",
    ),
    tell("certificate: click to live island", "ms", live, { goal: "1.0 s, better 0.5" }),
    compare(
      "download: click to the next page painted",
      "ms",
      download.ours.map(({ acknowledged }) => acknowledged),
      download.floor.map(({ acknowledged }) => acknowledged),
    ),
    tell(
      "download: click to installer asked for",
      "ms",
      download.ours.map(({ done }) => done),
      { goal: "1.0 s, better 0.5" },
    ),
  ];
}
