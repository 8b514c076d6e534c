// The exports of the contract and no more: the whole library is almost twice as large.
export { atom, createStore, Provider, useAtom, useAtomValue, useSetAtom, useStore } from "jotai";
