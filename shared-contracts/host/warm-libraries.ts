/** Fetches the libraries that every island needs in parallel to federation and the remote's entry. */
export function warmLibraries(): void {
  // Ignored: the import that needs the library reports the error.
  Promise.all([
    import(/* webpackChunkName: "react" */ "../react/shared/react.ts"),
    import(/* webpackChunkName: "intl" */ "../react/shared/react-intl.ts"),
  ]).catch(() => undefined);
}
