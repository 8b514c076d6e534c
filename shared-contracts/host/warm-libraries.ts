/** Fetches what every island needs beside federation and the remote's own entry, instead of after them. */
export function warmLibraries(): void {
  // Whoever needs one hears why it did not come.
  Promise.all([
    import(/* webpackChunkName: "react" */ "react-dom/client"),
    import(/* webpackChunkName: "intl" */ "./shared/react-intl.ts"),
  ]).catch(() => undefined);
}
