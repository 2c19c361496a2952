/** The page of a match's report. */
import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { paths } from '../../../web/lib/paths.ts';
import { hideResults } from '../../../web/lib/results-visibility.ts';
import { rawAnswer } from '../support/api-answers.ts';
import { callsTo, id, open, type Replies } from '../support/app.tsx';
import { bothSides, sportEvent } from '../support/builders.ts';

const match = sportEvent({
  id: id('ev'),
  title: 'CD Sauce – Atlético Norte',
  state: 'FINISHED',
  category: 'juvenil',
  venue: 'La Rambla',
  ...bothSides,
  competition: 'Liga de la Vega',
  score: { home: 1, away: 0, phase: 'ENDED', period: 1 },
});
const act = (kind: string, at: number, side: string | null = null, shirt: number | null = null) => ({
  id: id(`a${at}`),
  kind,
  side,
  shirt,
  period: 1,
  clockMs: 0,
  at: at * 60_000,
});
const log = [act('PERIOD_START', 0), act('GOAL', 21, 'HOME', 9), act('YELLOW_CARD', 46.5, 'AWAY', 4)];
const timeline = `GET /sportevents/${match.id}/timeline`;
const replies = (actions: object[], more = {}): Replies => ({
  [`GET /sportevents/${match.id}`]: { data: { sportEvent: { ...match, ...more } } },
  [timeline]: { data: { steps: [], moments: [], actions } },
});
const show = (actions: object[], more = {}) => open(paths.matchReport(match.id), { replies: replies(actions, more) });

describe('the report of a match', () => {
  test('[H-MATCH-2] has competition, date, ground, sides, periods, goals and cards by shirt number', async () => {
    show(log);
    expect((await screen.findByRole('heading', { level: 1 })).textContent).toContain('1 – 0 Final');
    expect(screen.getByText(/de \d{4}, de .* · Juvenil · Liga de la Vega · La Rambla$/)).toBeDefined();
    const rows = within(screen.getByRole('table', { name: 'Parciales' })).getAllByRole('row');
    expect(rows.map((row) => row.textContent)).toEqual(['1.ª parteTotal', 'CD Sauce11', 'Atlético Norte00']);
    expect(within(screen.getByRole('region', { name: 'CD Sauce' })).getByText("22' #9")).toBeDefined();
    expect(within(screen.getByRole('region', { name: 'Atlético Norte' })).getByText("45+2' #4 amarilla")).toBeDefined();
    expect(screen.getByRole('button', { name: 'Imprimir' })).toBeDefined();
  });

  test('[H-MATCH-2] is missing without a log, and marked as provisional during the match', async () => {
    const { unmount } = show([], { state: 'SCHEDULED', score: null });
    expect(await screen.findByRole('heading', { name: 'Todavía no hay acta', level: 1 })).toBeDefined();
    unmount();
    show(log, { state: 'LIVE', score: { home: 1, away: 0, phase: 'PLAYING', period: 1 } });
    expect(await screen.findByText('Acta provisional: el partido no ha terminado')).toBeDefined();
  });

  test('[H-MATCH-2][D-MATCH-3] is shown on request while results are hidden', async () => {
    hideResults(true);
    const { user } = show(log);
    const ask = await screen.findByRole('button', { name: 'Mostrar el acta' });
    expect(callsTo(timeline)).toEqual([]);
    await user.click(ask);
    expect(await screen.findByText("22' #9")).toBeDefined();
  });

  test('[H-MATCH-2] offers a retry when it fails to load', async () => {
    open(paths.matchReport(match.id), {
      replies: { ...replies(log), [timeline]: rawAnswer(403, { message: 'Ahora no' }) },
    });
    expect(await screen.findByText('Ahora no')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Reintentar' })).toBeDefined();
  });
});
