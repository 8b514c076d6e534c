/** Runs in each document: the content policy refuses nothing. */
export function observePolicy(): void {
  const watch = window.pageWatch;
  if (!watch) return;
  document.addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI, sourceFile, lineNumber }) =>
    watch.report("policy report", `${effectiveDirective} ${blockedURI} at ${sourceFile}:${lineNumber}`),
  );
}
