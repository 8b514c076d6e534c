/** Fetches the libraries that every island needs in parallel to federation and the remote's entry. */
export function warmLibraries(): void {
  // The error is left to the import that needs the library.
  Promise.all([
    import(/* webpackChunkName: "react" */ "react-dom/client"),
    import(/* webpackChunkName: "intl" */ "../react/shared/react-intl.ts"),
  ]).catch(() => undefined);
}
