/** 'Calidad' of the back office: the last seven days, and one match by hour. */
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { QualityFigures, QualityOfSubject, QualityOverview } from '../../../shared/contract/quality.ts';
import { errorAnswer } from '../support/api-answers.ts';
import { id, open, person } from '../support/app.tsx';

const saved = vi.hoisted(() => ({ files: [] as [Blob, string][] }));
vi.mock(import('../../../web/lib/save-file.ts'), async (original) => ({
  ...(await original()),
  saveFile: (content: Blob, name: string) => saved.files.push([content, name]),
}));

const figures: QualityFigures = {
  viewers: 40,
  starts: 42,
  goodStarts: 0.83,
  startMedianMs: 940,
  startP95Ms: 12_400,
  abandoned: 1,
  playedSeconds: 5_400,
  stalls: 6,
  stallsPerHour: 4,
  stallShare: 0.0042,
  jumpMs: 240,
  kilobitsPerSecond: 2_500,
  bytes: 1.2e9,
  rungs: [{ height: 720, share: 1 }],
  failures: [{ kind: 'segment' as const, count: 2 }],
};
const none: QualityFigures = {
  viewers: 0,
  starts: 0,
  goodStarts: null,
  startMedianMs: null,
  startP95Ms: null,
  abandoned: 0,
  playedSeconds: 0,
  stalls: 0,
  stallsPerHour: null,
  stallShare: null,
  jumpMs: null,
  kilobitsPerSecond: null,
  bytes: 0,
  rungs: [],
  failures: [],
};
const overview = (fields: Partial<QualityOverview> = {}): { data: QualityOverview } => ({
  data: {
    from: '2026-11-21',
    to: '2026-11-27',
    total: figures,
    few: { count: 0, figures: null },
    subjects: [
      { kind: 'sportevents', id: id('derbi'), title: 'Derbi', date: '2026-11-22T11:00:00.000Z', figures },
      {
        kind: 'vods',
        id: id('copa'),
        title: '=Copa',
        date: '2026-11-20T11:00:00.000Z',
        figures: { ...figures, startP95Ms: 1_500, stallShare: 0 },
      },
    ],
    ...fields,
  },
});
const createDerbyQuality = (fields: Partial<QualityOfSubject> = {}): { data: QualityOfSubject } => ({
  data: {
    subject: { kind: 'sportevents', id: id('derbi'), title: 'Derbi', date: '2026-11-22T11:00:00.000Z' },
    total: figures,
    hours: [{ from: '2026-11-22T11:00:00.000Z', figures }],
    few: { count: 2, figures: null },
    ...fields,
  },
});
const derbi = `/calidad/partidos/${id('derbi')}`;
const ask = `GET /live/quality/sportevents/${id('derbi')}`;

test('lists the worst matches of seven days, with links, verdicts and a table for spreadsheets', async () => {
  const { user } = open('/calidad', { user: person('ADMIN'), replies: { 'GET /live/quality': overview() } });
  const list = await screen.findByRole('list', { name: 'Calidad por partido y video' });
  const [first, second] = within(list).getAllByRole('listitem');
  expect(first?.textContent).toContain('Mal');
  expect(first?.textContent).toContain('0,9 s · 12 s');
  expect(second?.textContent).toContain('Bien');
  expect(within(list).getByRole('link', { name: 'Derbi' }).getAttribute('href')).toBe(derbi);
  expect(within(list).getByRole('link', { name: '=Copa' }).getAttribute('href')).toBe(`/calidad/videos/${id('copa')}`);
  expect(screen.getByText('La mitad esperó menos; el 95 %, menos de 12 s.')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Descargar CSV' }));
  const [content, name] = saved.files.at(-1) ?? [];
  expect(name).toBe('calidad-7-dias.csv');
  const lines = (await content?.text())?.trim().split('\r\n') ?? [];
  expect(lines[0]).toContain('"Primera imagen, el 95 % (s)"');
  expect(lines[1]).toContain('"Derbi";"Directo"');
  expect(lines[1]).toContain('"40";"1,5";"83";"0,94";"12,4"');
  expect(lines[2]?.startsWith(`"'=Copa"`)).toBe(true);
});

test('pages a thousand rows, and says why some are missing', async () => {
  const subjects = Array.from({ length: 1_000 }, (_, at) => ({
    kind: 'vods' as const,
    id: id(`v${at}`),
    title: `Partido ${at}`,
    date: null,
    figures,
  }));
  const { user } = open('/calidad', {
    user: person('CLUB_STAFF', { clubId: id('club') }),
    replies: { 'GET /live/quality': overview({ subjects, few: { count: 12, figures: null } }) },
  });
  const list = await screen.findByRole('list', { name: 'Calidad por partido y video' });
  expect(within(list).getAllByRole('listitem')).toHaveLength(25);
  expect(screen.getByText(/^12 partidos o videos tuvieron pocos espectadores/)).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Página 40' }));
  expect(await screen.findByText('Partido 999')).toBeDefined();
});

test('the quality page has an empty state, and an error with a retry', async () => {
  const { unmount } = open('/calidad', {
    user: person('ADMIN'),
    replies: { 'GET /live/quality': overview({ subjects: [], total: none }) },
  });
  expect(await screen.findByText('Todavía no hay bastantes espectadores')).toBeDefined();
  expect(screen.getByRole('button', { name: 'Descargar CSV' }).hasAttribute('disabled')).toBe(true);
  unmount();
  open('/calidad', { user: person('ADMIN'), replies: { 'GET /live/quality': errorAnswer('REQ5000') } });
  expect(await screen.findByRole('button', { name: 'Reintentar' })).toBeDefined();
});

test('shows a match by hour as a chart and a table, without hours of few viewers', async () => {
  const { user } = open(derbi, { user: person('ADMIN'), replies: { [ask]: createDerbyQuality() } });
  const table = await screen.findByRole('table');
  expect(within(table).getAllByRole('row')).toHaveLength(3);
  const rest = within(table).getByRole('row', { name: /2 horas con pocos espectadores/ });
  expect(rest.textContent).toContain('menos de 5');
  expect(screen.getByRole('img', { name: /^Espera hasta la primera imagen por horas/ })).toBeDefined();
  expect(screen.getByText('Un trozo del video no llegó')).toBeDefined();
  expect(screen.getByRole('link', { name: 'Editar' }).getAttribute('href')).toBe(`/sportevents/manage/${id('derbi')}`);
  await user.click(screen.getByRole('button', { name: 'Descargar CSV' }));
  expect(saved.files.at(-1)?.[1]).toBe('calidad Derbi.csv');
});

test('hides the figures of fewer than five viewers, with an explanation', async () => {
  const { unmount } = open(derbi, {
    user: person('ADMIN'),
    replies: { [ask]: createDerbyQuality({ hours: [], total: none, few: { count: 1, figures: null } }) },
  });
  expect(await screen.findByText('Pocos espectadores')).toBeDefined();
  expect(screen.queryByRole('table')).toBeNull();
  unmount();
  open(derbi, {
    user: person('ADMIN'),
    replies: { [ask]: createDerbyQuality({ hours: [], total: none, few: { count: 0, figures: null } }) },
  });
  expect(await screen.findByText('Todavía no lo ha visto nadie')).toBeDefined();
});

test('the quality page is closed to other clubs', async () => {
  open(derbi, { user: person('CLUB_STAFF', { clubId: id('club') }), replies: { [ask]: errorAnswer('SSN4030') } });
  await waitFor(() => expect(screen.getByText('Esto es de otro club')).toBeDefined());
});
