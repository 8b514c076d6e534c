/** A day such as `2024-12-13` as a text writes it: `13 December 2024`, `13 de dezembro de 2024`. The English here is British. */
export function formatDate(isoDate: string, language: string): string {
  const format = new Intl.DateTimeFormat(language === "en" ? "en-GB" : language, {
    dateStyle: "long",
    timeZone: "UTC",
  });
  return format.format(new Date(`${isoDate}T00:00:00Z`));
}
