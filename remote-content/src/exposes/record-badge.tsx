import { defineIsland } from "@site/contracts/react/define-island";
import { RecordBadge } from "../ui/record-badge.tsx";

/** The record-holder badge with its certificate (B087): the one thing on home that React makes better. */
export const island = defineIsland({ component: RecordBadge, hydrate: "interaction" });
