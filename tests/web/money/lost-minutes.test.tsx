/** Minutes without a picture: on the match's page, in the published table, and in the operator's list. */
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { id, open, person } from '../support/app.tsx';
import { sportEvent } from '../support/builders.ts';

const lost = { minutes: 12, spans: ["26'–30'", "54'–60'"], back: 33 };
const match = sportEvent({ title: 'Derbi', state: 'FINISHED', lost });
const replies = { [`GET /sportevents/${match.id}`]: { data: { sportEvent: match } } };

test('[F-MONEY-2] the match shows everybody the missing minutes, and links to the table', async () => {
  open(`/evento/${match.id}`, { replies });
  const text = await screen.findByText(/Faltan 12 minutos de imagen/);
  expect(text.textContent).toBe(
    "Faltan 12 minutos de imagen: 26'–30', 54'–60'. A quien lo compró antes de saberse se le devuelve el 33 %. Si no se ve, no se paga",
  );
  expect(within(text).getByRole('link').getAttribute('href')).toBe('/si-no-se-ve');
});

test('[F-MONEY-2] shows no times to users who hide results, because they may reveal extra time', async () => {
  open(`/evento/${match.id}`, { user: person('REGULAR_BASIC', { hidesResults: true }), replies });
  expect((await screen.findByText(/Faltan 12 minutos de imagen/)).textContent).not.toContain("26'");
});

test('[F-MONEY-2] the table of refunds is published', async () => {
  open('/si-no-se-ve');
  const table = await screen.findByRole('table');
  const rows = within(table).getAllByRole('row').slice(1);
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'Menos del 10 %Nada',
    'Del 10 % al 33 %33 %',
    'Del 33 % al 66 %66 %',
    '66 % o másTodo',
  ]);
});

test('[F-MONEY-2] the operator sees the minutes by match, club and camera', async () => {
  const row = { eventId: match.id, title: 'Derbi', start: '2026-11-21T10:00:00.000Z', clubs: ['CD Sauce'] };
  const sum = { id: id('club'), name: 'CD Sauce', matches: 2, minutes: 15 };
  const refunded = { payments: 40, amount: 2640, isDone: false };
  open('/minutos-perdidos', {
    user: person('ADMIN'),
    replies: {
      'GET /live/lost-minutes': {
        data: {
          limit: 24,
          page: 1,
          total: 2,
          totalPages: 1,
          clubs: [sum],
          cameras: [{ ...sum, id: id('camera'), name: 'campo-1', matches: 1, minutes: 12 }],
          matches: [
            { ...row, cameras: ['campo-1'], minutes: 12, percent: 33, refunded },
            { ...row, eventId: id('other'), title: 'Otro', cameras: [], minutes: 3, percent: 0, refunded: null },
          ],
        },
      },
    },
  });
  const list = within(await screen.findByRole('list', { name: 'Minutos perdidos' }));
  expect(list.getByText('12 minutos')).toBeDefined();
  expect(list.getByText('Devolviendo el 33 %')).toBeDefined();
  expect(list.getByText('26,40 €')).toBeDefined();
  expect(list.getByText('Menos del 10 %')).toBeDefined();
  expect(screen.getByText('15 min · 2 partidos')).toBeDefined();
  expect(screen.getByText('12 min · 1 partido')).toBeDefined();
});

test('[F-MONEY-2] the operator reads it if nothing was lost', async () => {
  open('/minutos-perdidos', {
    user: person('ADMIN'),
    replies: { 'GET /live/lost-minutes': { data: { ...emptyPage, matches: [], clubs: [], cameras: [] } } },
  });
  expect(await screen.findByText('No se ha perdido ni un minuto')).toBeDefined();
});

const emptyPage = { limit: 24, page: 1, total: 0, totalPages: 0 };
