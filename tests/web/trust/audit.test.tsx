/** The record of changes: filters in the address, and older pages. */
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { AuditView } from '../../../shared/contract/audit.ts';
import { describeAuditValue } from '../../../web/features/trust/audit/texts.ts';
import { address, callsTo, id, open, person } from '../support/app.tsx';

const entry: AuditView = {
  ...{ id: 'CHAIN#rights#0/000000000001', at: '2026-11-27T10:00:00.000Z', kind: 'vods', itemId: id('derbi') },
  ...{ name: 'Derbi', action: 'CHANGE', role: 'ADMIN', via: 'PATCH /live/vods/{id}' },
  person: { id: id('carmen'), name: 'Carmen Directora' },
  ...{ before: { visible: true }, after: { visible: false }, fields: ['title', 'loudness'] },
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
  await user.click(screen.getAllByRole('button', { name: 'Video: Derbi' })[0] as HTMLElement);
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

test.each([
  ['the state of a match', 'LIVE', 'en juego'],
  ['its category', 'alevin', 'Alevín'],
  ['the rule of a table', 'HEAD_TO_HEAD', 'primero los partidos entre los empatados'],
  ['authorised purposes', ['live', 'sponsors'], 'Directo, Patrocinadores y redes'],
])('[F-AUDIT-1] shows %s in Spanish', (_, stored, text) => {
  expect(describeAuditValue(stored)).toBe(text);
});
