// Runs before the tests of each file: findings of visits are reported for the test that made the visit.
import { afterEach, beforeEach } from "vitest";
import { beginTest, endTest } from "./open-browser.ts";

beforeEach(beginTest);
afterEach(({ task }) => endTest({ isOver: task.result?.state !== "fail" }));
