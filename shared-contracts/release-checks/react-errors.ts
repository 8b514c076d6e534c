/** What an error of React's server renderer means. The renderer that releases are rendered with has numbers in place of these sentences. */
interface ReactError {
  /** React's own sentence, with `%s` for each value. */
  text: string;
  /** What it means here, where React's sentence advises what no island can do. */
  problem?: string;
  /** What to do about it. */
  change: string;
}

/** The errors that a component can cause, by React's number. A test compares them with the texts of the installed version. */
export const reactErrors: Readonly<Record<string, ReactError>> = {
  31: {
    text: "Objects are not valid as a React child (found: %s). If you meant to render a collection of children, use an array instead.",
    change: "Render the texts of the object, or a message.",
  },
  60: { text: "Can only set one of `children` or `props.dangerouslySetInnerHTML`.", change: "Set one of them." },
  61: {
    text: "`props.dangerouslySetInnerHTML` must be in the form `{__html: ...}`. Please visit https://react.dev/link/dangerously-set-inner-html for more information.",
    change: "Render elements in place of text.",
  },
  62: {
    text: "The `style` prop expects a mapping from style properties to values, not a string. For example, style={{marginRight: spacing + 'em'}} when using JSX.",
    change: "Use a class of a CSS Module: pages allow no inline styles.",
  },
  65: { text: "Invalid tag: %s", change: "Render an element of HTML or SVG." },
  91: { text: "`dangerouslySetInnerHTML` does not make sense on <textarea>.", change: "Set its defaultValue." },
  92: {
    text: "If you supply `defaultValue` on a <textarea>, do not pass children.",
    change: "Set its defaultValue alone.",
  },
  93: { text: "<textarea> can only have at most one child.", change: "Set its defaultValue." },
  130: {
    text: "Element type is invalid: expected a string (for built-in components) or a class/function (for composite components) but got: %s.%s",
    change: "Import the component by the name that its file exports.",
  },
  257: {
    text: "Portals are not currently supported by the server renderer. Render them conditionally so that they only appear on the client render.",
    change: "Open it in the browser, once the island is hydrated.",
  },
  301: {
    text: "Too many re-renders. React limits the number of renders to prevent an infinite loop.",
    change: "Set state in an event or an effect, never while rendering.",
  },
  312: {
    text: "Rendered more hooks than during the previous render",
    change: "Call the same hooks in each render, outside of conditions and loops.",
  },
  321: {
    text: "Invalid hook call. Hooks can only be called inside of the body of a function component.",
    change: "Call hooks at the top of a component, and import React from the shared libraries alone.",
  },
  394: {
    text: "startTransition cannot be called during server rendering.",
    change: "Call it in an event or an effect.",
  },
  399: {
    text: "%s is a self-closing tag and must neither have `children` nor use `dangerouslySetInnerHTML`.",
    change: "Leave the element empty.",
  },
  404: {
    text: "Invalid hook call. Hooks can only be called inside of the body of a function component.",
    change: "Call hooks at the top of a component, and import React from the shared libraries alone.",
  },
  407: {
    text: "Missing getServerSnapshot, which is required for server-rendered content. Will revert to client rendering.",
    change: "Give useSyncExternalStore what servers show, as its third argument.",
  },
  426: {
    problem: "it waits while it is rendered: for a promise (use), for code (lazy), or as a component that is async.",
    text: "A component suspended while responding to synchronous input. This will cause the UI to be replaced with a loading indicator. To fix, updates that suspend should be wrapped with startTransition.",
    change: "Wait for nothing while rendering: islands are rendered in one go, from the data of their page.",
  },
  438: {
    text: "An unsupported type was passed to use(): %s",
    change: "Give use() a context: islands wait for nothing while rendering.",
  },
  440: {
    text: "A function wrapped in useEffectEvent can't be called during rendering.",
    change: "Call it in an effect.",
  },
  479: { text: "Cannot update optimistic state while rendering.", change: "Update it in an event." },
  545: { text: "The %s tag may only be rendered once.", change: "Leave it to the shell." },
};
