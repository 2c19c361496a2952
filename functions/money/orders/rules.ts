/** Orders: what was bought, and what the buyer agreed to before paying. Pure. */
import { createHash } from 'node:crypto';
import { acceptedVersion, type DocumentName } from '../../../shared/domain/documents.ts';
import { type ConsentId, consents, describeOrderTerms } from '../../../shared/domain/order.ts';
import { nameProduct, type ProductType } from '../../../shared/domain/plans.ts';

/** An order as stored; never changed afterwards. */
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
  /** Text of the ticked checkbox; null if the buyer keeps the right of withdrawal. */
  consent: { id: ConsentId; text: string } | null;
  documents: AcceptedDocument[];
  /** ISO 8601. */
  at: string;
}

export type AcceptedDocument = ReturnType<typeof acceptedVersion>;

/** Documents that the buyer accepts with the order. */
const orderDocuments: DocumentName[] = ['condiciones-compra', 'aviso-legal'];

export interface OrderRequest {
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
  { userId, product, event, club, screens, amount, hasConsent, seller, isManaged, seasonLastDay }: OrderRequest,
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
    documents: orderDocuments.map(acceptedVersion),
    at: new Date(now).toISOString(),
  };
}

/** Names the match or plan of an order. */
export const nameOrder = ({ product, event, club }: Pick<Order, 'product' | 'event' | 'club'>): string =>
  event?.title ?? nameProduct(product, club);

/** Identifies the consent and the document versions, so that an open payment page is reused only for equal ones. */
export const describeAgreement = (product: ProductType, hasConsent: boolean): string =>
  [
    hasConsent ? consents[product].id : 'NONE',
    ...orderDocuments.map(acceptedVersion).map(({ name, version }) => `${name}-${version}`),
  ].join(' ');

/** Derives the number ('7KQ2-M9XD') from the idempotency key, so that concurrent requests get the same one. */
export function toOrderNumber(idempotencyKey: string): string {
  const bytes = createHash('sha256').update(idempotencyKey).digest();
  const letters = [...bytes.subarray(0, 8)].map((byte) => alphabet[byte % alphabet.length]).join('');
  return `${letters.slice(0, 4)}-${letters.slice(4)}`;
}

/** Excludes look-alike characters, and vowels, which would form words. */
const alphabet = '23456789BCDFGHJKLMNPQRSTVWXZ';
