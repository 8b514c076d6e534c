// Only the exports of the contract.
export { atomWithReset, useHydrateAtoms } from "jotai/utils";
