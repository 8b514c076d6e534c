/** The three statuses with an error page of their own. */
export type ShownStatus = 403 | 404 | 500;

/** The error page of a status: 403 and 404 have their own, all others are shown as 500 (B200). */
export function toShownStatus(status: number): ShownStatus {
  return status === 403 || status === 404 ? status : 500;
}
