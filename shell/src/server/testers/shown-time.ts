/** A moment as testers read it: `14:05 UTC`, with its day when that is another one than today. @param iso UTC, ISO 8601 */
export function toShownTime(iso: string, now = new Date()): string {
  const time = `${iso.slice(11, 16)} UTC`;
  return iso.slice(0, 10) === now.toISOString().slice(0, 10) ? time : `${iso.slice(0, 10)} ${time}`;
}
