/**
 * Lets the bundler drop unused exports of a library of React components. It cannot know that calls which wrap a component or create a context have no
 * side effect, nor that a component's name is for developers' tools only, so it would keep each with everything that it uses.
 */
export default function markPure(source: string): string {
  return source
    .replaceAll(
      /^(var \w+ = )(React\d*\.(?:createContext|createElement|forwardRef|memo)\()/gm,
      (_call, start: string, call: string) => `${start}/* @__PURE__ */ ${call}`,
    )
    .replaceAll(/^\w+\.displayName = "\w+";$/gm, "");
}
