/**
 * The seller of orders: the operating company, or the payment provider as seller of record by its managed payments, which
 * then sends its own invoices and owes the tax. https://docs.stripe.com/payments/managed-payments/how-it-works
 */
export const sellerKinds = ['own', 'managed'] as const;
export type SellerKind = (typeof sellerKinds)[number];

/** The provider's company that sells, as its receipts name it. */
export const managedSeller = 'Link (Sold through Link, LLC), del grupo Stripe';

export const describeSeller = (kind: SellerKind, { name, taxId }: { name: string; taxId: string }): string =>
  kind === 'managed' ? managedSeller : `${name}, NIF ${taxId}`;
