/** `npm run fixtures:import` against a local platform; tests/api/league/fixtures.test.ts proves the import itself. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ulid } from 'ulid';
import { expect, test } from 'vitest';
import { clubs } from '../../../functions/league/clubs/store.ts';
import { events } from '../../../functions/league/events/store.ts';
import { operate, startDedicatedPlatform } from '../../support/dedicated-platform.ts';

const { dataDir } = await startDedicatedPlatform();
const file = join(dataDir, 'partidos.csv');

const run = async (lines: string[], ...args: string[]) => {
  writeFileSync(file, ['\uFEFFFecha;Hora;Local;Visitante;Categoría;Competición;Jornada;Campo', ...lines].join('\r\n'));
  return (await operate(dataDir, 'fixtures-import.ts', [file, ...args])).output;
};

const club = (name: string) =>
  clubs.create({ id: ulid(), name, visible: true, thumbnail: null, dateCreated: new Date(0).toISOString() });

test('[D-MATCH-5] previews a file with reasons, then imports it, and says what has changed since', async () => {
  await club('CD Abeto');
  await club('Balompié Haya');
  const lines = [
    '2099-03-07;18:30;CD Abeto;Balompie HAYA;Cadete;Liga;12;Campo Municipal',
    '14/3/2099;9:00;Balompié Haya;CD Abeto;Cadete;Liga;13;',
  ];
  const bad = [
    '2099-02-30;18:30;CD Abeto;Balompié Haya;;Copa;;',
    '2099-03-07;25:00;CD Abeto;Balompié Haya;;Copa;;',
    '2099-03-07;18:30;CD Abeto;CD Abeto;;Copa;;',
    '2099-03-07;18:30;CD Abeto;Balompié Haya;Veteranos;Copa;;',
  ];
  const preview = await run([...lines, ...bad], '--dry-run');
  expect(preview).toContain('Would do: 2 created, 0 moved, 0 unchanged, 4 refused.');
  for (const reason of [
    'Line 4 refused: La fecha no existe',
    'Line 5 refused: La hora no es válida: 18:30',
    'Line 6 refused: El equipo local y el visitante deben ser dos clubes distintos del evento',
    'Line 7 refused: La categoría no es válida',
  ])
    expect(preview).toContain(reason);
  expect(await events.rows()).toEqual([]);
  expect(await run([...lines, ...bad])).toContain('Done: 2 created, 0 moved, 0 unchanged, 4 refused.');

  // Spreadsheets of Windows computers export Windows-1252.
  const old = ['fecha;hora;local;visitante;categoria;competicion;jornada', '08/03/99;10:00:00;CD Abeto;Balompié Haya;'];
  writeFileSync(file, Buffer.from(`${old.join('\r\n')}Cadete;Liga;12`, 'latin1'));
  expect((await operate(dataDir, 'fixtures-import.ts', [file])).output).toContain('Done: 0 created, 1 moved');
});
