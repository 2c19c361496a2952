/** The operator's list of matches with buyers that cannot be watched. */
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { UnseenPurchase } from '../../../shared/contract/payments.ts';
import { address, callsTo, id, open, person } from '../support/app.tsx';

const match: UnseenPurchase = {
  eventId: id('derbi'),
  title: 'Derbi cadete',
  start: '2026-11-21T10:00:00.000Z',
  reason: 'WITHDRAWN',
  state: 'waiting',
  since: '2026-11-22T10:00:00.000Z',
  toldAt: '2026-11-22T11:00:00.000Z',
  backAt: null,
  buyers: 12_345,
  amount: 2_456_655,
  refunded: null,
  exists: true,
};
const deleted: UnseenPurchase = {
  ...match,
  eventId: id('otro'),
  title: 'Partido eliminado',
  reason: 'DELETED',
  state: 'refunding',
  toldAt: null,
  buyers: 3,
  amount: 597,
  refunded: { payments: 2, amount: 398 },
  exists: false,
};
const pages = { limit: 24, page: 1, total: 2, totalPages: 1 };

test('the list of unwatchable paid matches shows reason, buyers and sums, with filters in the address', async () => {
  const { user } = open('/compras-sin-ver', {
    user: person('ADMIN'),
    replies: {
      'GET /live/unseen-purchases': ({ query }) => ({
        data: query.get('state')
          ? { ...pages, total: 0, totalPages: 0, matches: [], sum: { buyers: 0, amount: 0 } }
          : { ...pages, matches: [match, deleted], sum: { buyers: 12_348, amount: 2_457_252 } },
      }),
    },
  });
  const list = within(await screen.findByRole('list', { name: 'Vendido y sin ver' }));
  expect(list.getByRole('link', { name: 'Derbi cadete' }).getAttribute('href')).toBe(
    `/sportevents/manage/${id('derbi')}`,
  );
  expect(list.queryByRole('link', { name: 'Partido eliminado' })).toBeNull();
  expect(list.getByText('Retirado por un aviso')).toBeDefined();
  expect(list.getByText('12.345 compradores')).toBeDefined();
  expect(list.getByText('24.566,55 €')).toBeDefined();
  expect(screen.getByText('2 partidos · 12.348 compradores · 24.572,52 €')).toBeDefined();
  expect(list.getByText('Devolviendo')).toBeDefined();
  expect(list.getByText('Devueltos 3,98 €')).toBeDefined();
  await user.click(screen.getByRole('radio', { name: 'De vuelta' }));
  expect(await screen.findByText('Ningún partido en este estado')).toBeDefined();
  await waitFor(() => expect(address()).toContain('estado=back'));
  expect(callsTo('GET /live/unseen-purchases').at(-1)?.query.get('state')).toBe('back');
});

test('the list of unwatchable paid matches shows an empty state if all sold matches can be watched', async () => {
  open('/compras-sin-ver', {
    user: person('ADMIN'),
    replies: {
      'GET /live/unseen-purchases': {
        data: { ...pages, total: 0, totalPages: 0, matches: [], sum: { buyers: 0, amount: 0 } },
      },
    },
  });
  expect(await screen.findByText('Todo lo vendido se puede ver')).toBeDefined();
});
