/** Orders: what was bought, and what the buyer agreed to before paying. Pure. */
import { createHash } from 'node:crypto';
import { acceptedVersion, type DocumentName } from '../../../shared/domain/documents.ts';
import { type ConsentId, consents, describeOrderTerms } from '../../../shared/domain/order.ts';
import { nameProduct, type ProductType } from '../../../shared/domain/plans.ts';

/** A record that nobody changes. */
export interface Order {
  /** Also the number of its receipt. */
  number: string;
  userId: string;
  /** The payment provider's page on which it was paid, if it was. */
  sessionId: string;
  product: ProductType;
  /** Null for a plan. */
  event: { id: string; title: string; start: string } | null;
  /** The club of a club pass. */
  club?: { id: string; name: string } | null;
  /** Screens that may play at once. */
  screens?: number;
  /** Cents, VAT included. */
  amount: number;
  duration: string;
  renewal: string;
  seller: string;
  /** The payment provider sells, and sends the invoice. */
  isManaged?: true;
  /** The box that was ticked; null for who keeps the right of withdrawal. */
  consent: { id: ConsentId; text: string } | null;
  documents: Accepted[];
  /** ISO 8601. */
  at: string;
}

export type Accepted = ReturnType<typeof acceptedVersion>;

/** Documents that an order accepts, by the line or box of the order. */
const ordered: DocumentName[] = ['condiciones-compra', 'aviso-legal'];

export interface Ordered {
  userId: string;
  product: ProductType;
  event: Order['event'];
  club: { id: string; name: string } | null;
  screens: number;
  amount: number;
  hasConsent: boolean;
  seller: string;
  isManaged: boolean;
  seasonLastDay: string;
}

export function createOrder(
  { userId, product, event, club, screens, amount, hasConsent, seller, isManaged, seasonLastDay }: Ordered,
  { number, sessionId, now }: { number: string; sessionId: string; now: number },
): Order {
  return {
    number,
    userId,
    sessionId,
    product,
    event,
    club,
    screens,
    amount,
    seller,
    ...(isManaged && { isManaged }),
    ...describeOrderTerms(product, { price: amount / 100, seasonLastDay, now }),
    consent: hasConsent ? consents[product] : null,
    documents: ordered.map(acceptedVersion),
    at: new Date(now).toISOString(),
  };
}

/** Name of what was ordered. */
export const nameOrder = ({ product, event, club }: Pick<Order, 'product' | 'event' | 'club'>): string =>
  event?.title ?? nameProduct(product, club);

/** Names the sentence and the versions that an order agrees to: an open page is used again only for the same. */
export const describeAgreement = (product: ProductType, hasConsent: boolean): string =>
  [
    hasConsent ? consents[product].id : 'NONE',
    ...ordered.map(acceptedVersion).map(({ name, version }) => `${name}-${version}`),
  ].join(' ');

/** Derives the number from the key of the payment page, so that requests at once give it one number: '7KQ2-M9XD'. */
export function toOrderNumber(idempotencyKey: string): string {
  const bytes = createHash('sha256').update(idempotencyKey).digest();
  const signs = [...bytes.subarray(0, 8)].map((byte) => alphabet[byte % alphabet.length]).join('');
  return `${signs.slice(0, 4)}-${signs.slice(4)}`;
}

/** Without signs that are mistaken for others, and without vowels, which would form words. */
const alphabet = '23456789BCDFGHJKLMNPQRSTVWXZ';
