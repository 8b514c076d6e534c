/** The verbs here for verbs of other tools, by the verb that precedes them. */
const otherWords: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "": {
    activate: "promote",
    deploy: "publish, and then promote",
    diff: "show",
    gc: "store collect",
    list: "status",
    log: "history",
    login: "tokens",
    logs: "history",
    ls: "status",
    prune: "store collect",
    release: "publish, and then promote",
    revert: "rollback",
    start: "serve",
    undo: "rollback",
    unfreeze: "thaw",
    validate: "check",
    version: "--version",
    versions: "history",
    whoami: "tokens list",
  },
  canary: { abort: "stop", cancel: "stop", end: "stop", finish: "promote", rollback: "stop", set: "share" },
  preview: { add: "set", create: "set", delete: "end", list: "canary status", make: "set", remove: "end", stop: "end" },
  tokens: {
    add: "make",
    create: "make",
    delete: "revoke",
    generate: "make",
    new: "make",
    remove: "revoke",
    show: "list",
  },
  keys: { create: "make", generate: "make", new: "make", remove: "retire or revoke", show: "list" },
  trust: { list: "show", status: "show" },
  store: { backup: "copy", clean: "collect", export: "copy", fix: "repair", gc: "collect", prune: "collect" },
};

/**
 * @param word the unknown word in place of a verb
 * @param verb the verb before it, such as `canary`; empty for the first one
 * @returns a sentence with the verb here; undefined for a word that is not a verb of another tool
 */
export function suggestOwnWord(word: string, verb: string): string | undefined {
  const words = Object.hasOwn(otherWords, verb) ? otherWords[verb] : undefined;
  return words && Object.hasOwn(words, word) ? `unknown command '${word}' (Did you mean ${words[word]}?)` : undefined;
}
