// React's modules are CommonJS. Each is handed on as it is: an import of its namespace would need a function of the bundler in the core.
export { default as react } from "react";
export { default as jsxRuntime } from "react/jsx-runtime";
export { default as reactDom } from "react-dom";
export { default as reactDomClient } from "react-dom/client";
