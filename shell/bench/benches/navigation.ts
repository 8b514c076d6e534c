import { visit } from "../harness/browser.ts";
import { compare, tell } from "../harness/figures.ts";
import { followLink, loadDocument, ways } from "../harness/page-navigation.ts";
import { type Bench, interleave } from "../harness/bench-resources.ts";
import { openPair } from "../harness/visited-pair.ts";

/** The time from a click on a link to the next page. */
export const navigation: Bench = {
  name: "navigation",
  about: "click to a prefetched page painted, against a document load of the floor",
  async run(resources) {
    const { browser, ours, floor, front } = await openPair(resources, "desk");
    const path = "/privacy-policy/";
    resources.say(`navigating to ${path}`);
    const found = await interleave(resources.rounds, {
      ours: () => followLink(() => visit(browser, "desk"), { origin: ours, path, way: "hovered" }),
      early: () => followLink(() => visit(browser, "desk"), { origin: ours, path, way: "hurried" }),
      floor: () => loadDocument(() => visit(browser, "desk"), { origin: floor, path, way: "hovered" }),
      tapped: () => followLink(() => visit(browser, "phone"), { origin: ours, path, way: "tapped" }),
      tappedFloor: () => loadDocument(() => visit(browser, "phone"), { origin: floor, path, way: "tapped" }),
    });
    return {
      figures: [
        compare(
          "click to the next page painted",
          "ms",
          found.ours.map(({ painted }) => painted),
          found.floor.map(({ painted }) => painted),
          "0.35x, better 0.27x",
        ),
        compare(
          `click ${ways.hurried.hoverMs} ms after the pointer came to the next page painted`,
          "ms",
          found.early.map(({ painted }) => painted),
          found.floor.map(({ painted }) => painted),
          "0.33x, better 0.22x",
        ),
        compare(
          `tap of ${ways.tapped.downMs} ms to the next page painted`,
          "ms",
          found.tapped.map(({ painted }) => painted),
          found.tappedFloor.map(({ painted }) => painted),
          "0.33x, better 0.22x",
        ),
        compare(
          "click to the next page on the screen",
          "ms",
          found.ours.map(({ presented }) => presented),
          found.floor.map(({ presented }) => presented),
          "0.35x, better 0.27x",
        ),
        tell(
          "interaction to next paint of that click",
          "ms",
          found.ours.map(({ interaction }) => interaction),
          { goal: "24 ms, better 16" },
        ),
        tell(
          "navigations that became document loads",
          "count",
          [...found.ours, ...found.early, ...found.tapped].map(({ isDocument }) => (isDocument ? 1 : 0)),
          { goal: "0" },
        ),
      ],
      notes: [`Home to ${path} by its link in the footer, 4x slower, 1.6 Mbps, 150 ms round trip, ${front}.`],
    };
  },
};
