/** The application that fills `main` with a page of a remote. */
export function toPageApplication(island: string): string {
  return `${island.split("/")[0]}/page`;
}
