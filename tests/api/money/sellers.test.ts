/** Both sellers: the company with its own invoices, and the provider as seller of record. */
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Charge, Checkout } from '../../../infra/local/stripe/objects.ts';
import { consents } from '../../../shared/domain/order.ts';
import type { ProductType } from '../../../shared/domain/plans.ts';
import { describeSeller, managedSeller, type SellerKind } from '../../../shared/domain/seller.ts';
import { createClub, createEvent, createPerson, type Person, playedBetween } from '../../support/api.ts';
import { waitForMail } from '../../support/people.ts';
import { deliverAll, state } from './own-provider.ts';

const { issueFullInvoice } = await import('../../../functions/money/invoices/full-invoice.ts');
const { issueInvoices } = await import('../../../functions/money/invoices/issue-invoices.ts');
const { listInvoices, readChargeInvoices } = await import('../../../functions/money/invoices/store.ts');
const { withInvoices } = await import('../../../functions/money/invoices/views.ts');
const { toMadridIso } = await import('../../../functions/money/invoices/rules.ts');
const { listOrders } = await import('../../../functions/money/orders/store.ts');
const { createPaymentLink } = await import('../../../functions/money/payments/checkout.ts');
const { compileStatement } = await import('../../../functions/money/statements/compile-statement.ts');
const { withdraw } = await import('../../../functions/money/withdrawals/withdraw.ts');
const { getUser } = await import('../../../functions/people/accounts/store.ts');

const hour = 3_600_000;
const company = { name: 'Cantera SL', taxId: 'B1' };
const setSeller = (kind: SellerKind) => {
  vi.stubEnv('SELLER_KIND', kind);
  vi.stubEnv('SELLER', describeSeller(kind, company));
};
afterEach(() => {
  setSeller('own');
  state.dashboard.managed = 'ON';
});

async function open({ user }: Person, productType: ProductType, of: { sportEventId?: string } = {}): Promise<Checkout> {
  const callbackUrl = `${process.env.WEB_ORIGIN}/payment-success?redirectUrl=%2Fhome`;
  const consent = consents[productType].id;
  await createPaymentLink((await getUser(user.id))!, { productType, callbackUrl, consent, ...of }, Date.now());
  return Object.values(state.data.sessions).at(-1)!;
}

async function pay(session: Checkout): Promise<Charge> {
  state.pay(session);
  await deliverAll();
  return Object.values(state.data.charges).at(-1)!;
}

const issueDue = () => issueInvoices(Date.now() + 60_000, Date.now() + hour);
const createMatch = async () =>
  createEvent({ clubIds: [await createClub(), await createClub()], ...playedBetween(72, 74) });

describe('[F-LAW-8] an order', () => {
  test.each([
    { kind: 'own', named: 'Cantera SL, NIF B1', methods: 'bizum', mails: /La factura te llega en otro email/ },
    { kind: 'managed', named: managedSeller, methods: 'card', mails: /La factura te la envía Link/ },
  ] as const)(
    'says that $named sells, is withdrawn from and refunded: $kind',
    async ({ kind, named, methods, mails }) => {
      setSeller(kind);
      const someone = await createPerson('REGULAR_BASIC');
      const { id } = await createMatch();
      const session = await open(someone, 'PT_SPORT_EVENT', { sportEventId: id });
      expect(session).toMatchObject({ managed_payments: { enabled: kind === 'managed' }, submit_type: 'pay' });
      expect(session.payment_method_types).toContain(methods);
      expect(session.payment_method_types.includes('bizum')).toBe(kind === 'own');
      expect(session.custom_text.submit?.message.includes(named) ?? false).toBe(kind === 'own');
      const charge = await pay(session);
      const [order] = await listOrders(someone.user.id);
      expect([order?.seller, order?.isManaged]).toEqual([named, kind === 'managed' ? true : undefined]);
      const { text } = await waitForMail(someone.user.email, /Tu recibo/);
      expect(text).toContain(`Te lo vende ${named}`);
      expect(text).toMatch(mails);
      const { made } = await withdraw(someone.user.email, order!.number, Date.now());
      expect([made.outcome, charge.refunded]).toEqual([{ hasRight: true, refund: 199, days: null }, true]);
    },
  );
});

test('[F-LAW-8] what the provider sells has no invoice of ours, and reaches the statement by the tax it withheld', async () => {
  setSeller('managed');
  const someone = await createPerson('REGULAR_BASIC');
  const match = await createMatch();
  const ofMatch = await pay(await open(someone, 'PT_SPORT_EVENT', { sportEventId: match.id }));
  const subscriber = await createPerson('REGULAR_BASIC');
  const month = await pay(await open(subscriber, 'PT_MONTHLY'));
  state.refund(ofMatch, 66);
  await issueDue();
  await issueDue();

  const thisMonth = toMadridIso(Date.now()).slice(0, 7);
  for await (const { charge } of listInvoices(thisMonth)) expect([ofMatch.id, month.id]).not.toContain(charge);
  for (const { id, amount } of [ofMatch, month])
    expect(await readChargeInvoices(id)).toMatchObject({ invoice: null, total: amount, rectifications: [] });
  const [listed] = await withInvoices([{ id: month.id, productType: 'PT_MONTHLY', title: 'Suscripción mensual' }]);
  expect(listed?.invoices).toEqual([]);
  const buyer = { name: 'Ana', taxId: '12345678Z', address: 'Calle 1' };
  const asked = issueFullInvoice((await getUser(someone.user.id))!, { payment: ofMatch.id, ...buyer }, Date.now());
  await expect(asked).rejects.toMatchObject({ code: 'INV4092' });

  const { lines, rows } = await compileStatement(thisMonth);
  // Entries of one second have no order.
  const sort = <Entry extends { id: string }>(entries: Entry[]) => entries.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const own = sort(lines.filter(({ chargeId }) => chargeId === ofMatch.id || chargeId === month.id));
  const entered = sort(Object.values(state.data.transactions)).filter(({ id }) => own.some((line) => line.id === id));
  // VAT of 21 % in 199, 699 and the 66 that went back; 5 % and 25 cents of fees.
  expect(own.map(({ vat, fee }) => `${vat} ${fee}`).sort()).toEqual(['-12 0', '121 60', '35 35']);
  expect(own.map(({ net }) => net)).toEqual(entered.map(({ net }) => net));
  const ofClubs = rows.filter(({ of }) => of === match.id);
  expect(ofClubs.reduce((sum, { net }) => sum + net, 0)).toBe(133 - 23 - 35);
});

test('[F-LAW-8] a change of the seller changes neither open pages nor earlier sales', async () => {
  const someone = await createPerson('REGULAR_BASIC');
  const [first, second] = [await createMatch(), await createMatch()];
  const charge = await pay(await open(someone, 'PT_SPORT_EVENT', { sportEventId: first.id }));
  const page = await open(someone, 'PT_SPORT_EVENT', { sportEventId: second.id });
  await issueDue();
  setSeller('managed');
  const next = await open(someone, 'PT_SPORT_EVENT', { sportEventId: second.id });
  expect([page.status, next.id === page.id]).toEqual(['expired', false]);
  const managed = await pay(next);
  state.refund(charge);
  state.refund(managed);
  await issueDue();
  expect(await readChargeInvoices(charge.id)).toMatchObject({ invoice: { total: 199 }, rectified: 199 });
  expect(await readChargeInvoices(managed.id)).toMatchObject({ invoice: null, rectified: 0 });
});

test('[F-LAW-8] sells itself on an account that has managed payments on by default', async () => {
  state.dashboard.managed = 'BY_DEFAULT';
  const someone = await createPerson('REGULAR_BASIC');
  const session = await open(someone, 'PT_SPORT_EVENT', { sportEventId: (await createMatch()).id });
  expect([session.managed_payments, session.adaptive_pricing]).toEqual([{ enabled: false }, { enabled: false }]);
});
