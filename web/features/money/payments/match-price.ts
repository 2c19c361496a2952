/** Euros: the match's own price, or that of the stage. */
export const readPrice = (
  prices: { event: number },
  match: { price?: number | null | undefined } | null | undefined,
) => (match?.price ? match.price / 100 : prices.event);
