import { observeAnnouncer } from "./observe-announcer.ts";
import { observeContent } from "./observe-content.ts";
import { observeFocus } from "./observe-focus.ts";
import { observePolicy } from "./observe-policy.ts";
import { observeShifts } from "./observe-shifts.ts";
import { observeStructure } from "./observe-structure.ts";
import { startPageWatch } from "./page-watch.ts";

/** What runs in each document, in this order. */
export const observers: readonly (() => void)[] = [
  startPageWatch,
  observeContent,
  observeStructure,
  observeShifts,
  observeFocus,
  observeAnnouncer,
  observePolicy,
];
