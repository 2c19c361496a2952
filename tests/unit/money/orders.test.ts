/** Orders: what a buyer agreed to, as a record. */
import { expect, test } from 'vitest';
import {
  createOrder,
  describeAgreement,
  type OrderRequest,
  toOrderNumber,
} from '../../../functions/money/orders/rules.ts';
import { consentIds, consents, describeOrderTerms } from '../../../shared/domain/order.ts';

const now = Date.parse('2026-11-29T15:00:00Z');
const season = { seasonLastDay: '06-30', now };
const ordered: OrderRequest = {
  userId: 'u',
  seller: 'Cantera SL, NIF B1',
  isManaged: false,
  seasonLastDay: '06-30',
  product: 'PT_SPORT_EVENT',
  amount: 199,
  hasConsent: true,
  club: null,
  screens: 1,
  event: { id: 'e', title: 'Final', start: '2026-12-01T10:00:00.000Z' },
};

test('[F-LAW-3] an order keeps the words of its box, the versions, the session and the time', () => {
  const order = createOrder(ordered, { number: 'N', sessionId: 'cs_1', now });
  expect(order).toMatchObject({
    number: 'N',
    sessionId: 'cs_1',
    at: '2026-11-29T15:00:00.000Z',
    amount: 199,
    seller: 'Cantera SL, NIF B1',
    consent: { text: 'Quiero verlo ya y sé que con ello pierdo el derecho de desistimiento' },
  });
  expect(createOrder({ ...ordered, hasConsent: false }, { number: 'N', sessionId: 'cs_1', now }).consent).toBeNull();
  expect(order.isManaged).toBeUndefined();
  expect(createOrder({ ...ordered, isManaged: true }, { number: 'N', sessionId: 'cs_1', now }).isManaged).toBe(true);
  expect(order.documents.map(({ name }) => name)).toEqual(['condiciones-compra', 'aviso-legal']);
  for (const { fingerprint, date } of order.documents) {
    expect(fingerprint).toMatch(/^[0-9a-f]{64}$/);
    expect(date).toMatch(/^\d{4}-\d\d-\d\d$/);
  }
});

test.each([
  ['PT_SPORT_EVENT', /^Hasta 90 días/, /^Pago único: no se renueva$/],
  [
    'PT_MONTHLY',
    /^Sin permanencia.*termina sola el 30 de junio de 2027$/,
    /^Se cobran 6,99\s€ cada mes hasta que la canceles/,
  ],
] as const)('[F-LAW-1][F-LAW-6] %s says how long it lasts and whether it renews', (product, duration, renewal) => {
  const terms = describeOrderTerms(product, { price: 6.99, ...season });
  expect(terms.duration).toMatch(duration);
  expect(terms.renewal).toMatch(renewal);
});

test('[F-LAW-3] each product has a sentence of its own', () => {
  expect(consents.PT_MONTHLY.text).toMatch(/pago solo los días usados$/);
  expect(new Set(consentIds).size).toBe(Object.keys(consents).length);
  expect(describeAgreement('PT_MONTHLY', true)).toMatch(/^MES-1 condiciones-compra-\d+ aviso-legal-\d+$/);
  expect(describeAgreement('PT_SPORT_EVENT', true)).toMatch(/^PARTIDO-1 /);
});

test('the number of an order is short, readable, and the same for the same payment page', () => {
  const numbers = Array.from({ length: 2000 }, (_, index) => toOrderNumber(`checkout-${index}`));
  expect(new Set(numbers).size).toBe(2000);
  expect(numbers.every((number) => /^[2-9BCDFGHJ-NP-TV-Z]{4}-[2-9BCDFGHJ-NP-TV-Z]{4}$/.test(number))).toBe(true);
  expect(toOrderNumber('checkout-1')).toBe(numbers[1]);
});
