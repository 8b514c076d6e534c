/**
 * Lets the bundler drop unused exports of a library of React components. It cannot know that calls which wrap a component or create a context have no
 * side effect, nor that a component's name is for developers' tools only, so it would keep each with everything that it uses. A field of React whose name
 * stands in a variable is named itself: else the bundler makes an object of all of React's fields, by a function that the core would have.
 */
export default function markPure(source: string): string {
  const texts = new Map(
    [...source.matchAll(/^var (\w+) = "(\w+)";$/gm)].map(([, name = "", text = ""]) => [name, text]),
  );
  return source
    .replaceAll(/\b(React\d*)\[(\w+)\]/g, (read, library: string, name: string) => {
      const field = texts.get(name);
      return field === undefined ? read : `${library}.${field}`;
    })
    .replaceAll(
      /^(var \w+ = )(React\d*\.(?:createContext|createElement|forwardRef|memo)\()/gm,
      (_call, start: string, call: string) => `${start}/* @__PURE__ */ ${call}`,
    )
    .replaceAll(/^\w+\.displayName = "\w+";$/gm, "");
}
