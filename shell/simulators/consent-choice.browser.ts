/** The groups that a visitor may allow, beside the group that is always active. */
export const choices = [
  { group: "C0002", name: "Analytics", purpose: "Tells us which pages are read." },
  { group: "C0003", name: "Functions", purpose: "Remembers what you chose on this site." },
  { group: "C0004", name: "Advertising", purpose: "Chooses advertisements by what you read." },
] as const;

const cookie = "OptanonConsent";

/** The groups of an earlier visit; undefined before the first choice, and when the browser refuses cookies. */
export function recallGroups(): string[] | undefined {
  const value = document.cookie
    .split("; ")
    .find((one) => one.startsWith(`${cookie}=`))
    ?.slice(cookie.length + 1);
  return value === undefined
    ? undefined
    : decodeURIComponent(value)
        .split(",")
        .filter((part) => part.endsWith(":1"))
        .map((part) => part.slice(0, -2));
}

/** Stores a choice in the page's own cookie, for a year, if the browser allows it. */
export function keepGroups(groups: readonly string[]): void {
  const value = ["C0001", ...choices.map(({ group }) => group)]
    .map((group) => `${group}:${groups.includes(group) ? 1 : 0}`)
    .join(",");
  document.cookie = `${cookie}=${encodeURIComponent(value)}; path=/; max-age=31536000; samesite=lax`;
}
