import { toBody } from "../pages/encoded-page.ts";
import type { LivePage } from "../pages/site-state.ts";

const body = toBody("", "fast");

/** A live page without text and without slots, but for what a test needs of it. */
export function createFixturePage(parts: Partial<LivePage> = {}): LivePage {
  return {
    pageId: "0123456789abcdef",
    status: 200,
    document: body,
    payload: body,
    policies: { usual: {}, clean: {} },
    hasFallback: false,
    cardTitle: null,
    slots: [],
    pictures: [],
    shown: [],
    reads: [],
    isWhole: true,
    fragments: [],
    ...parts,
  };
}
