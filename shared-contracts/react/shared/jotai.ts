// Only the exports of the contract: the whole library is almost twice as large.
export { atom, createStore, Provider, useAtom, useAtomValue, useSetAtom, useStore } from "jotai";
