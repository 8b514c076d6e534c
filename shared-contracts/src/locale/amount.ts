/**
 * A whole amount with the currency's short sign, as copy in a language writes it: `$600`, `R$3,000`.
 * @param currency such as `USD`
 */
export function formatAmount(amount: number, currency: string, language: string): string {
  return new Intl.NumberFormat(language, {
    style: "currency",
    currency,
    currencyDisplay: "narrowSymbol",
    maximumFractionDigits: 0,
  }).format(amount);
}
