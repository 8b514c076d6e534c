/** The three errors that have a page of their own. */
export type ShownStatus = 403 | 404 | 500;

/** Which error page a status gets: 403 and 404 have their own, the rest are shown as 500 (B200). */
export function toShownStatus(status: number): ShownStatus {
  return status === 403 || status === 404 ? status : 500;
}
