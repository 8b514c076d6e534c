/**
 * Lets the bundler leave out what nothing imports of a library of React components. It cannot know that making a component of a function, or a
 * context, has no effect but its result, nor that a component's name is for developers' tools alone: so it keeps each with all that it uses.
 */
export default function markPure(source: string): string {
  return source
    .replaceAll(
      /^(var \w+ = )(React\d*\.(?:createContext|createElement|forwardRef|memo)\()/gm,
      (_call, start: string, call: string) => `${start}/* @__PURE__ */ ${call}`,
    )
    .replaceAll(/^\w+\.displayName = "\w+";$/gm, "");
}
