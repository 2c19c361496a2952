/** The record of changes: filters in the address, and older pages. */
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { AuditView } from '../../../shared/contract/audit.ts';
import { describeAuditValue } from '../../../shared/domain/audit-texts.ts';
import { address, callsTo, id, open, person } from '../support/app.tsx';

const entry: AuditView = {
  id: 'CHAIN#rights#0/000000000001',
  at: '2026-11-27T10:00:00.000Z',
  kind: 'vods',
  itemId: id('derbi'),
  name: 'Derbi',
  exists: true,
  action: 'CHANGE',
  role: 'ADMIN',
  via: 'PATCH /live/vods/{id}',
  person: { id: id('carmen'), name: 'Carmen Directora' },
  before: { visible: true },
  after: { visible: false },
  fields: ['title', 'loudness'],
};

const lastQuery = () => Object.fromEntries(callsTo('GET /live/audit').at(-1)?.query ?? []);

test('[F-AUDIT-1] lists changes with their actors in Spanish, and loads older pages', async () => {
  const { user } = open('/registro', {
    user: person('ADMIN'),
    replies: {
      'GET /live/audit': ({ query }) => ({
        data: query.get('cursor')
          ? { entries: [{ ...entry, id: 'CHAIN#rights#0/000000000000', role: 'SYSTEM', person: null }], next: null }
          : { entries: [entry], next: 'older' },
      }),
    },
  });
  const list = await screen.findByRole('list', { name: 'Cambios' });
  const line = within(list);
  expect(line.getByText('Carmen Directora')).toBeDefined();
  expect(line.getByText(/Visible:/).parentElement?.textContent).toBe('Visible: sí →  pasa a no');
  expect(line.getByText('También: Título')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Ver cambios anteriores' }));
  expect(await screen.findByText('El sistema')).toBeDefined();
  expect(screen.getAllByRole('link', { name: 'Video: Derbi' })[0]?.getAttribute('href')).toContain(id('derbi'));
  const [only] = screen.getAllByRole('button', { name: 'Ver solo los cambios de Video: Derbi' });
  await user.click(only as HTMLElement);
  await waitFor(() => expect(address()).toContain(`elemento=${id('derbi')}`));
  expect(lastQuery()).toMatchObject({ kind: 'vods', item: id('derbi') });
});

test('[F-AUDIT-1] keeps the filters in the address and says when there is nothing', async () => {
  const { user } = open('/registro?persona=carmen@cantera.test&desde=2026-11-01', {
    user: person('ADMIN'),
    replies: { 'GET /live/audit': { data: { entries: [], next: null } } },
  });
  expect(await screen.findByText('No hay cambios en estos días')).toBeDefined();
  expect(lastQuery()).toMatchObject({ person: 'carmen@cantera.test', from: '2026-11-01' });
  await user.selectOptions(screen.getByLabelText('Tipo'), 'Club');
  await waitFor(() => expect(lastQuery()).toMatchObject({ kind: 'clubs' }));
  expect(address()).toContain('tipo=clubs');
});

test('[F-AUDIT-1] shows thirty goals as one line with the match and its result, and an import as one act', async () => {
  const at = (minute: number) => new Date(Date.parse('2026-11-27T10:00:00Z') + minute * 60_000).toISOString();
  const goals = Array.from({ length: 30 }, (_, goal) => ({
    ...entry,
    id: `goal-${goal}`,
    at: at(goal),
    kind: 'scores' as const,
    itemId: id('partido'),
    name: 'Alevín – Norte',
    before: { home: goal, away: 0 },
    after: { home: goal + 1, away: 0 },
    fields: [],
  }));
  const lines = ['uno', 'dos'].map((name) => ({
    ...entry,
    id: name,
    at: at(40),
    kind: 'events' as const,
    itemId: id(name),
    name,
    action: 'CREATE' as const,
    before: {},
    after: { visible: true },
    fields: [],
  }));
  open('/registro', {
    user: person('ADMIN'),
    replies: { 'GET /live/audit': { data: { entries: [...lines, ...goals.toReversed()], next: null } } },
  });
  const list = await screen.findByRole('list', { name: 'Cambios' });
  expect(within(list).getAllByRole('link', { name: 'Marcador: Alevín – Norte' })).toHaveLength(1);
  expect(within(list).getByText(/Resultado:/).parentElement?.textContent).toBe('Resultado: 0–0 →  pasa a 30–0');
  expect(within(list).getByText('Cambiado · 30 cambios')).toBeDefined();
  expect(within(list).getByText('Evento: 2 elementos')).toBeDefined();
});

test('[F-AUDIT-1] names what staff did with a camera by hand', async () => {
  const until = '2026-11-27T22:59:59.999Z';
  const camera = { ...entry, kind: 'cameras' as const, itemId: id('camara'), name: 'pista-1', fields: [] };
  const on = { eventId: null, kind: 'ON', from: entry.at, until };
  const off = { eventId: null, kind: 'OFF', at: entry.at };
  const entries = [
    { ...camera, id: 'off', via: 'DELETE', before: { decision: on }, after: { decision: off } },
    { ...camera, id: 'on', via: 'PUT', before: { decision: null }, after: { decision: on } },
  ];
  open('/registro', { user: person('ADMIN'), replies: { 'GET /live/audit': { data: { entries, next: null } } } });
  expect(await screen.findByText('Emitir ahora')).toBeDefined();
  expect(screen.getByText('Terminar')).toBeDefined();
  const values = screen.getAllByText(/Emisión:/).map(({ parentElement }) => parentElement?.textContent);
  expect(values[1]).toMatch(/^Emisión: — → {2}pasa a abierta a mano hasta el 27\/11\/26, 23:59$/);
  expect(values[0]).toMatch(/pasa a terminada a mano el 27\/11\/26, 11:00$/);
});

test('[F-AUDIT-1] goes on through days without a change of the kind', async () => {
  open('/registro', {
    user: person('ADMIN'),
    replies: {
      'GET /live/audit': ({ query }) => ({
        data: query.get('cursor') ? { entries: [entry], next: null } : { entries: [], next: 'older' },
      }),
    },
  });
  expect(await screen.findByRole('link', { name: 'Video: Derbi' })).toBeDefined();
});

test.each([
  ['the state of a match', 'LIVE', 'en juego'],
  ['its category', 'alevin', 'Alevín'],
  ['the rule of a table', 'HEAD_TO_HEAD', 'primero los partidos entre los empatados'],
  ['authorised purposes', ['live', 'sponsors'], 'Directo, Patrocinadores y redes'],
])('[F-AUDIT-1] shows %s in Spanish', (_, stored, text) => {
  expect(describeAuditValue(stored)).toBe(text);
});
