/** The H1 of pages about a match. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { paths } from '../../../web/lib/paths.ts';
import { callsTo, id, open, person, type Replies } from '../support/app.tsx';
import { away, bothSides, home, liveStream, sportEvent, vod, vodCard } from '../support/builders.ts';

const kickOff = Date.now() - 69.5 * 60_000;
const score = { home: 1, away: 0, phase: 'PLAYING', period: 2 } as const;
const clock = { startedAt: kickOff + 55 * 60_000, clockMs: 0, periods: [], version: 9, changedAt: null };
const match = sportEvent({
  id: id('ev'),
  title: 'CD Sauce – Atlético Norte',
  ...bothSides,
  state: 'LIVE',
  score,
  category: 'juvenil',
  scheduledStartDate: new Date(kickOff).toISOString(),
  scheduledFinishDate: new Date(kickOff + 120 * 60_000).toISOString(),
});
const card = vodCard(1, { title: `Resumen: ${match.title}`, sportEventId: match.id });
const live = liveStream('campo', { title: match.title, clubs: [home, away], sportEvent: match, startedAt: null });

const replies: Replies = {
  [`GET /sportevents/${match.id}`]: { data: { sportEvent: match } },
  [`GET /sportevents/${match.id}/score`]: { data: { score: { ...score, ...clock } } },
  [`GET /sportevents/${match.id}/timeline`]: { data: { steps: [], moments: [], actions: [] } },
  [`GET /vods/${card.id}`]: { data: { vod: vod(1, { ...card, sportEvent: match }) } },
  'GET /liveusers/campo': { data: { liveUser: { ...live, playback: { granted: false, reason: 'PAYMENT_REQUIRED' } } } },
};
const heading = () => screen.getByRole('heading', { level: 1 });

describe('the heading of a match', () => {
  test.each([
    ['event', paths.event(match.id), ''],
    ['live', paths.live('campo'), ''],
    // The title keeps every word except the names of the sides.
    ['recording', paths.vod(card.id), 'Resumen '],
  ])(
    '[H-MATCH-1] shows sides, score, minute and state on the page of the %s, and names each side once',
    async (_, path, rest) => {
      open(path, { replies });
      await waitFor(() =>
        expect(heading().textContent).toBe(
          `${rest}${rest ? '' : ' '}CD Sauce Resultado: 1 – 0 60' · En juego Atlético Norte`,
        ),
      );
      expect(within(heading()).getAllByRole('link')).toHaveLength(2);
      for (const { name } of [home, away]) expect(screen.getAllByText(name)).toHaveLength(1);
    },
  );

  test('[H-MATCH-1] is the title alone if there are no sides', async () => {
    const interview = vod(1, { ...card, title: 'Entrevista a Vera', sportEvent: null });
    open(paths.vod(card.id), { replies: { ...replies, [`GET /vods/${card.id}`]: { data: { vod: interview } } } });
    expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Entrevista a Vera');
  });

  test('[H-MATCH-1] shows a small copy with codes below sticky elements once it has scrolled away', async () => {
    open(paths.event(match.id), { replies });
    await waitFor(() => expect(heading().textContent).toContain('1 – 0'));
    expect(screen.queryByText(/SAU/)).toBeNull();
    const box = vi.spyOn(heading(), 'getBoundingClientRect');
    box.mockReturnValue({ bottom: -1, height: 100 } as DOMRect);
    fireEvent.scroll(window);
    const bar = (await screen.findByText(/SAU/)).closest('[aria-hidden="true"]');
    expect(bar?.textContent).toBe("SAU1 – 0NOR60'");
    box.mockReturnValue({ bottom: 200, height: 100 } as DOMRect);
    fireEvent.scroll(window);
    await waitFor(() => expect(screen.queryByText(/SAU/)).toBeNull());
  });

  test('[H-MATCH-1][D-MATCH-3] shows no score while results are hidden', async () => {
    open(paths.event(match.id), { user: person('REGULAR_BASIC', { hidesResults: true }), replies });
    await waitFor(() => expect(heading().textContent).toContain('Ver resultado'));
    expect(heading().textContent).not.toMatch(/1 – 0|60'/);
    expect(callsTo(`GET /sportevents/${match.id}/score`)).toEqual([]);
  });
});
