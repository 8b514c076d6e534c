// Runs before the tests of each file: what their visits find belongs to the test that made them.
import { afterEach, beforeEach } from "vitest";
import { beginTest, endTest } from "./open-browser.ts";

beforeEach(beginTest);
afterEach(({ task }) => endTest({ isOver: task.result?.state !== "fail" }));
