// The exports of the contract and no more.
export { atomWithReset, useHydrateAtoms } from "jotai/utils";
