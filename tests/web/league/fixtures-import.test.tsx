/** An admin imports a season's matches: first the preview, then the import. */
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { FixtureLine } from '../../../shared/domain/fixtures.ts';
import { callsTo, open, person } from '../support/app.tsx';

const line = (number: number, outcome: FixtureLine['outcome'], reason: string | null = null) => ({
  number,
  outcome,
  reason,
  match: `Local ${number} – Visitante ${number}`,
  ...(outcome === 'refused'
    ? { scheduledStartDate: null, venue: null }
    : { scheduledStartDate: '2027-03-06T17:30:00.000Z', venue: 'Campo Sur' }),
});

test('[D-MATCH-5] previews rejected lines with reasons before anything is imported', async () => {
  const { user } = open('/sportevents/manage', {
    user: person('ADMIN'),
    replies: {
      'POST /live/fixtures': ({ body }) => {
        const all = [line(2, 'created'), line(3, 'refused', 'La fecha no existe'), line(4, 'unchanged')];
        const { from } = body as { from: number };
        return { data: { lines: all.slice(from, from + 2), total: 3, next: from === 0 ? 2 : null } };
      },
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Importar partidos' }));
  // Windows-1252, as spreadsheets export it.
  const bytes = new Uint8Array([...'fecha;categoria\n;Alev'].map((letter) => letter.charCodeAt(0)).concat(0xed, 0x6e));
  await user.upload(screen.getByLabelText('Archivo CSV'), new File([bytes], 'liga.csv', { type: 'text/csv' }));
  const lines = await screen.findByRole('region', { name: 'Líneas' });
  expect(
    within(lines)
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual([
    'Línea 3RechazadoLocal 3 – Visitante 3La fecha no existe',
    'Línea 2NuevoLocal 2 – Visitante 2sáb, 6 mar · 18:30 · Campo Sur',
  ]);
  expect(screen.getByText('1 nuevo, 0 movidos, 1 sin cambios, 1 rechazado.')).toBeDefined();
  expect(callsTo('POST /live/fixtures').map(({ body }) => body)).toEqual([
    { csv: 'fecha;categoria\n;Alevín', dry: true, from: 0 },
    { csv: 'fecha;categoria\n;Alevín', dry: true, from: 2 },
  ]);
  await user.click(screen.getByRole('button', { name: 'Importar 1 partido' }));
  expect(await screen.findByText(/^Importado:/)).toBeDefined();
  expect(callsTo('POST /live/fixtures').at(-1)?.body).toMatchObject({ dry: false });
});

test('[D-MATCH-5] imports rows that club staff paste from a spreadsheet, for their own club', async () => {
  const { user } = open('/sportevents/manage', {
    user: person('CLUB_STAFF', { clubId: '0'.repeat(26) }),
    replies: { 'POST /clubStaff/fixtures': { data: { lines: [line(2, 'created')], total: 1, next: null } } },
  });
  await user.click(await screen.findByRole('button', { name: 'Importar partidos' }));
  expect(screen.getByText(/Solo entran los partidos de tu club/)).toBeDefined();
  expect(screen.getByRole('button', { name: 'Descargar una plantilla' })).toBeDefined();
  expect(screen.getByText(/deporte, categoría, competición, jornada/)).toBeDefined();
  await user.click(screen.getByLabelText(/^O pega aquí/));
  await user.paste('fecha\thora\tlocal\tvisitante\n6/3/27\t18:30\tA\tB');
  await user.click(await screen.findByRole('button', { name: 'Importar 1 partido' }));
  expect(await screen.findByText(/^Importado:/)).toBeDefined();
  const csv = 'fecha\thora\tlocal\tvisitante\n6/3/27\t18:30\tA\tB';
  expect(callsTo('POST /clubStaff/fixtures').map(({ body }) => body)).toEqual([
    { csv, dry: true, from: 0 },
    { csv, dry: false, from: 0 },
  ]);
});
