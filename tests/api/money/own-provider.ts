/**
 * A payment provider for one test file alone, which sends nothing by itself: the file applies the provider's events when
 * it wants to. Modules imported after this one use it.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type Stripe from 'stripe';
import { afterAll, vi } from 'vitest';
import type { Product } from '../../../functions/money/payments/stripe/products.ts';
import type { Charge, Checkout } from '../../../infra/local/stripe/objects.ts';
import { applyCode } from '../../../infra/local/stripe/promotions.ts';
import { startStripe } from '../../../infra/local/stripe/stripe.ts';
import { createPerson, type Person } from '../../support/api.ts';
import { installFates } from './killed-process.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'cantera-provider-'));
const provider = await startStripe({ dataDir, webhookUrl: () => undefined });
vi.stubEnv('STRIPE_API_URL', provider.url);
vi.resetModules();
export const { state } = provider;

const { applyEvent, listUnhandled } = await import('../../../functions/money/payments/provider-events.ts');
const { createCheckout } = await import('../../../functions/money/payments/stripe/checkout-sessions.ts');
const { createCustomer } = await import('../../../functions/money/payments/stripe/customers.ts');
const { updateUserWrite } = await import('../../../functions/people/accounts/store.ts');
const { transact } = await import('../../../functions/platform/aws/dynamo.ts');

installFates();
afterAll(async () => {
  vi.unstubAllEnvs();
  vi.resetModules();
  await provider.close();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Cents. */
export const price = 199;

export interface Buyer extends Person {
  customer: string;
  charge: Charge;
}

/** Pays for the match, or for the season; the provider's events are applied unless they come later. */
export async function buy(
  match: { id: string; title: string; sport: string },
  {
    someone,
    isLate = false,
    code,
    isSeason = false,
  }: { someone?: Buyer; isLate?: boolean; code?: string; isSeason?: boolean } = {},
): Promise<Buyer> {
  const person = someone ?? (await createPerson('REGULAR_BASIC'));
  const { id: userId } = person.user;
  const customer = someone?.customer ?? (await openCustomer(userId));
  const session = await openCheckout({
    customerId: customer,
    userId,
    product: {
      type: isSeason ? 'PT_SEASON' : 'PT_SPORT_EVENT',
      name: match.title,
      event: isSeason ? null : match,
      until: isSeason ? new Date(Date.now() + 200 * 86_400_000).toISOString() : null,
    },
    idempotencyKey: `${customer} ${Object.keys(state.data.sessions).length}`,
  });
  if (code) applyCode(state.data, session, code, state.nowSeconds());
  if (isLate) state.payLater(session);
  else state.pay(session);
  await deliverAll();
  const charge = Object.values(state.data.charges).at(-1)!;
  return { ...person, customer, charge };
}

/** Opens a payment page; its session has what does not matter to the test. */
export async function openCheckout({
  product,
  ...request
}: {
  customerId: string;
  userId: string;
  product: Partial<Product> & Pick<Product, 'type'>;
  idempotencyKey: string;
}): Promise<Checkout> {
  const { id } = await createCheckout({
    successUrl: 'http://localhost/a',
    cancelUrl: 'http://localhost/b',
    orderNumber: 'X',
    seller: 'own',
    summary: 'x',
    termsUrl: undefined,
    product: { name: 'x', amount: price, event: null, club: null, clubIds: [], until: null, screens: 1, ...product },
    ...request,
  });
  return state.data.sessions[id]!;
}

/** A customer who is no user, but for the provider. */
export const createPayer = (userId: string): Promise<string> =>
  createCustomer({ id: userId, email: `${userId}@x.es`, name: 'Ana', surname: '' });

async function openCustomer(userId: string): Promise<string> {
  const customer = await createPayer(userId);
  await transact([updateUserWrite(userId, { stripeCustomerId: customer })]);
  return customer;
}

export async function deliverAll(): Promise<void> {
  const sent = Object.values(state.data.events) as unknown as Stripe.Event[];
  for (const event of await listUnhandled(sent)) await applyEvent(event, Date.now());
}
