import { operationFaults } from "./operation-faults.ts";
import { outsideFaults } from "./outside-faults.ts";
import { remoteFaults } from "./remote-faults.ts";

/** Every fault that the site is built to stand. `npm run faults` runs the proofs, and writes docs/faults.md when told to. */
export const faultTable = [...remoteFaults, ...operationFaults, ...outsideFaults] as const;

type Row = (typeof faultTable)[number];
export type FaultId = Row["id"];
/** The figures of a row. */
export type Figure<I extends FaultId> = Extract<Row, { id: I }>["bounds"][number]["figure"];
