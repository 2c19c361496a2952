/** VAT that a price includes. Amounts in cents. */

/** Percent, or why no VAT is due: exempt by law, or supplied where another tax applies. */
export type VatRate = number | 'exento' | 'no sujeto';

/**
 * Rates by the buyer's place: `default`, a country (`PT`), or two digits of a Spanish postal code (`ES-35`), which come
 * first.
 */
export type VatRates = { default: VatRate } & Record<string, VatRate>;

export interface Split {
  base: number;
  vat: number;
  total: number;
}

/** Base and VAT always add up to the total: only the base is rounded. */
export function splitVat(total: number, rate: VatRate): Split {
  const base = typeof rate === 'number' ? Math.round((total * 10_000) / (10_000 + Math.round(rate * 100))) : total;
  return { base, vat: total - base, total };
}

/** Part of a split that falls away when `total` shrinks by `amount`: the parts add up to the whole in any order. */
export function splitReturned(total: number, amount: number, rate: VatRate): Split {
  const before = splitVat(total, rate);
  const after = splitVat(total - amount, rate);
  return { base: after.base - before.base, vat: after.vat - before.vat, total: 0 - amount };
}

export function findVatRate(rates: VatRates, country: string | null, postalCode: string | null): VatRate {
  const place = country === 'ES' && postalCode ? `ES-${postalCode.slice(0, 2)}` : undefined;
  return rates[place ?? ''] ?? rates[country ?? ''] ?? rates.default;
}
