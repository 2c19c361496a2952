/** `npm run fixtures:import` against a local platform: preview, import, repetition, changes. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { clubs } from '../../../functions/league/clubs/store.ts';
import { applyFixture } from '../../../functions/league/events/apply-fixture.ts';
import { events } from '../../../functions/league/events/store.ts';
import { Fixture } from '../../../shared/domain/fixtures.ts';
import { operate, startDedicatedPlatform } from '../../support/dedicated-platform.ts';
import { buildEvent } from '../../support/records.ts';

const { dataDir } = await startDedicatedPlatform();
const file = join(dataDir, 'partidos.csv');

const run = async (lines: string[], ...args: string[]) => {
  writeFileSync(file, ['\uFEFFFecha;Hora;Local;Visitante;Categoría;Competición;Jornada;Campo', ...lines].join('\r\n'));
  return (await operate(dataDir, 'fixtures-import.ts', [file, ...args])).output;
};

async function club(name: string): Promise<string> {
  const id = `01CLUB${name.toUpperCase().replaceAll(/[^A-H]/g, '0')}`.padEnd(26, '0');
  await clubs.create({ id, name, visible: true, thumbnail: null, dateCreated: new Date(0).toISOString() });
  return id;
}

const noPast = {
  deleted: [],
  recover: async () => undefined,
  listHolds: async () => [],
  reopen: async () => undefined,
};

test('[D-MATCH-5] previews with reasons, imports once, and reschedules a match with a changed date', async () => {
  const [sauce, norte] = [await club('CD Abeto'), await club('Balompié Haya')];
  const lines = [
    '2099-03-07;18:30;CD Abeto;Balompie HAYA;Cadete;Liga;12;Campo Municipal',
    '14/3/2099;9:00;Balompié Haya;CD Abeto;Cadete;Liga;13;',
  ];
  const bad = [
    '2099-02-30;18:30;CD Abeto;Balompié Haya;;Copa;;',
    '2099-03-07;25:00;CD Abeto;Balompié Haya;;Copa;;',
    '2099-03-07;18:30;CD Nadie;Balompié Haya;;Copa;;',
    '2099-03-07;18:30;CD Abeto;CD Abeto;;Copa;;',
    '2099-03-07;18:30;CD Abeto;Balompié Haya;Veteranos;Copa;;',
    lines[0] ?? '',
  ];
  const preview = await run([...lines, ...bad], '--dry-run');
  expect(preview).toContain('Would do: 2 created, 0 moved, 0 unchanged, 6 refused.');
  for (const reason of [
    'Line 4 refused: La fecha no existe',
    'Line 5 refused: La hora no es válida: 18:30',
    'Line 6 refused: El club «CD Nadie» no existe',
    'Line 7 refused: El equipo local y el visitante deben ser dos clubes distintos del evento',
    'Line 8 refused: La categoría no es válida',
    'Line 9 refused: Es el mismo partido que en la línea 2',
  ])
    expect(preview).toContain(reason);
  expect(await events.rows()).toEqual([]);

  expect(await run([...lines, ...bad])).toContain('Done: 2 created, 0 moved, 0 unchanged, 6 refused.');
  expect(await run(lines)).toContain('Done: 0 created, 0 moved, 2 unchanged, 0 refused.');
  const first = async () => (await events.items(await events.rows())).find(({ matchday }) => matchday === '12');
  expect(await first()).toMatchObject({
    title: 'CD Abeto – Balompié Haya',
    homeClubId: sauce,
    awayClubId: norte,
    category: 'cadete',
    competition: 'Liga',
    venue: 'Campo Municipal',
    scheduledStartDate: '2099-03-07T17:30:00.000Z',
    scheduledFinishDate: '2099-03-07T19:30:00.000Z',
  });

  // The import keeps edits by staff and applies a changed date.
  const id = (await first())?.id ?? '';
  await events.change(id, (event) => ({ ...event, title: 'El derbi' }));
  const later = '2099-05-09;18:30;CD Abeto;Balompié Haya;Cadete;Liga;12;';
  expect(await run([later])).toContain('0 created, 1 moved');
  const rescheduled = {
    id,
    title: 'El derbi',
    venue: 'Campo Municipal',
    scheduledStartDate: '2099-05-09T16:30:00.000Z',
  };
  expect(await first()).toMatchObject(rescheduled);
  await events.change(id, (event) => ({ ...event, state: 'FINISHED' }));
  expect(await run([later.replace('2099-05-09', '2099-05-10')])).toContain('ya se ha jugado');

  // Two concurrent imports create one event.
  const read = Fixture.parse({ fecha: '2099-06-06', hora: '10:00', local: 'CD Abeto', visitante: 'Balompié Haya' });
  const outcomes = await Promise.all([1, 2].map(() => applyFixture(read, Date.now(), { past: noPast })));
  expect(outcomes.toSorted()).toEqual(['created', 'unchanged']);

  // Spreadsheets of Windows computers export Windows-1252.
  const old = ['fecha;hora;local;visitante;campo', '03/06/99;10:00:00;CD Abeto;Balompié Haya;Campo Peñón'];
  writeFileSync(file, Buffer.from(old.join('\r\n'), 'latin1'));
  expect((await operate(dataDir, 'fixtures-import.ts', [file])).output).toContain('0 created, 1 moved');

  // A manually created event counts as the same match.
  const byHand = { clubIds: [sauce, norte], homeClubId: sauce, awayClubId: norte, competition: 'Copa' };
  await events.create(buildEvent({ ...byHand, scheduledStartDate: '2099-04-04T10:00:00.000Z' }));
  expect(await run(['2099-04-11;12:00;CD Abeto;Balompié Haya;;copa;;'])).toContain('0 created, 1 moved');
});
