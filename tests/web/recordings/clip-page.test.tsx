/** The page of a clip, which families share. */
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import type { PublicClip } from '../../../shared/contract/clip.ts';
import { paths } from '../../../web/lib/paths.ts';
import { hideResults } from '../../../web/lib/results-visibility.ts';
import { id, open, type Replies, subscriber } from '../support/app.tsx';
import { away, bothSides, home, sportEvent } from '../support/builders.ts';

vi.mock(import('../../../web/player/player.tsx'), () => import('../support/fake-player.tsx'));

const match = sportEvent({
  id: id('ev'),
  title: 'CD Sauce – Atlético Norte',
  state: 'FINISHED',
  ...bothSides,
  score: { home: 3, away: 1, phase: 'ENDED', period: 2 },
});
const createOther = (n: number) => ({
  id: id(`more${n}`),
  kind: 'CUT' as const,
  title: `Otro ${n}`,
  seconds: 14,
  poster: null,
  club: home,
});
const clip: PublicClip = {
  id: id('clip'),
  kind: 'CUT',
  title: 'Golazo de Vera',
  seconds: 14,
  poster: null,
  dateCreated: '2026-03-05T19:00:00.000Z',
  video: 'https://media.test/clip.mp4',
  club: home,
  clubs: [home, away],
  vod: { id: id('vod'), title: match.title, endsAt: 618.4 },
  sportEvent: match,
  moment: { time: "22'", home: 1, away: 0 },
  more: [1, 2, 3].map(createOther),
};
const replies = (more: Partial<PublicClip> = {}): Replies => ({
  [`GET /clips/${clip.id}`]: { data: { clip: { ...clip, ...more } } },
});
const show = (more: Partial<PublicClip> = {}, options: Parameters<typeof open>[1] = {}) =>
  open(paths.clip(clip.id), { ...options, replies: replies(more) });
const heading = () => screen.findByRole('heading', { level: 1 });
const offer = async () => within(await screen.findByRole('region', { name: 'Así siguió' }));

describe('the page of a clip', () => {
  test('[H-MATCH-3][H-MATCH-1] plays in our player, looping, below the sides with score and minute of its moment', async () => {
    show();
    expect((await heading()).textContent).toBe("Golazo de Vera CD Sauce Resultado: 1 – 0 22' Atlético Norte");
    expect(screen.getByRole('region', { name: 'Reproductor: Golazo de Vera' }).dataset).toMatchObject({
      url: 'https://media.test/clip.mp4',
      file: 'true',
      loop: 'true',
    });
    for (const { name } of [home, away]) expect(screen.getAllByText(name)).toHaveLength(1);
  });

  test('[H-MATCH-3] sells the match to a visitor, one tap from the sheet', async () => {
    show();
    const buy = (await offer()).getByRole('link', { name: /^Ver por 1,99\s€$/ });
    expect(buy.getAttribute('href')).toBe(`${paths.vod(id('vod'))}#comprar`);
  });

  test('[H-MATCH-3] continues at the end of the clip for viewers with access', async () => {
    show({}, { user: subscriber });
    const link = (await offer()).getByRole('link', { name: 'Ver el partido' });
    expect(link.getAttribute('href')).toBe(`${paths.vod(id('vod'))}?t=618`);
    expect(screen.queryByText(/1,99/)).toBeNull();
  });

  test('[H-MATCH-3] shows no price while there is nothing to see', async () => {
    show({ vod: null });
    expect((await offer()).getByText('Todavía no se puede ver el partido completo.')).toBeDefined();
    expect(screen.queryByText(/1,99|Ver el partido/)).toBeNull();
    expect((await offer()).getByRole('link', { name: 'Ficha del partido' })).toBeDefined();
  });

  test('[H-MATCH-3] ends with three more clips of the club', async () => {
    show();
    const more = within(await screen.findByRole('region', { name: 'Más clips del club' }));
    expect(more.getAllByRole('heading', { level: 3 }).map((one) => one.textContent)).toEqual([
      'Otro 1',
      'Otro 2',
      'Otro 3',
    ]);
    expect(more.getByRole('link', { name: /Otro 2/ }).getAttribute('href')).toBe(paths.clip(id('more2')));
  });

  test('[H-MATCH-3][D-MATCH-3] shows the score of its moment on request while results are hidden', async () => {
    hideResults(true);
    const { user } = show();
    expect((await heading()).textContent).not.toMatch(/1 – 0|22'|3 – 1/);
    await user.click(screen.getByRole('button', { name: 'Ver resultado' }));
    await waitFor(async () => expect((await heading()).textContent).toContain("1 – 0 22'"));
  });

  test('[H-MATCH-3] shows the match’s own score without a log, and its title and clubs without a match', async () => {
    const { unmount } = show({ moment: null });
    await waitFor(async () => expect((await heading()).textContent).toContain('3 – 1 Final'));
    unmount();
    show({ moment: null, sportEvent: null, vod: null });
    expect((await heading()).textContent).toBe('Golazo de Vera');
    expect(screen.getByRole('link', { name: 'CD Sauce' })).toBeDefined();
    expect(screen.queryByRole('region', { name: 'Así siguió' })).toBeNull();
  });
});
