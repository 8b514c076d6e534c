import { describe } from "vitest";
import { describeArrivals } from "./describe-arrivals.ts";
import { describeInstallers } from "./describe-installers.ts";
import { describePage } from "./describe-page.ts";
import { describePresses } from "./describe-presses.ts";
import { useServedDownloads } from "./use-downloads.ts";

// One site for all of these: its start takes longer than most of them.
const downloads = useServedDownloads();

// First, because the server keeps the links of a country that it has asked for.
describe("the addresses of downloads", () => describeInstallers(downloads));
describe("an arrival", () => describeArrivals(downloads));
describe("a press on the download page", () => describePresses(downloads));
describe("the download page", () => describePage(downloads));
