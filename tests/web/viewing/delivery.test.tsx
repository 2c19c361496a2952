/** The page of a live that the stage delivers from its recording: its texts, and the viewer's choice. */
import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Playback } from '../../../shared/domain/playback-grant.ts';
import { paths } from '../../../web/lib/paths.ts';
import type { PlayerProps } from '../../../web/player/player-props.ts';
import { callsTo, id, open, type Replies, subscriber } from '../support/app.tsx';
import { liveCard, liveStream, sportEvent } from '../support/builders.ts';

let shown: Pick<PlayerProps, 'delayed' | 'url'> | undefined;

vi.mock(import('../../../web/player/player.tsx'), async (original) => ({
  ...(await original()),
  usePlayerPreload: () => undefined,
  Player: ({ delayed, url }: PlayerProps) => {
    shown = { delayed, url };
    return <p>El reproductor</p>;
  },
}));

const startedAt = new Date(Date.now() - 600_000).toISOString();
const base = liveStream('campo', { startedAt });
const delayedUrl = 'https://media.test/live/campo/recordings/1/live.m3u8?token=a';

const answer = (more: Partial<Playback>): Replies => ({
  'GET /liveusers/campo': { data: { liveUser: { ...base, playback: { ...base.playback, ...more } } } },
});
const fromStartUrl = delayedUrl.replace('live.m3u8', 'index.m3u8');
const openLive = (more: Partial<Playback> = { delayedUrl, fromStartUrl }) =>
  open(paths.live('campo'), { user: subscriber, replies: answer(more) });

beforeEach(() => {
  shown = undefined;
});

describe('a live watched from its recording', () => {
  test('shows its delay, and plays without it on request; the browser stores the choice', async () => {
    const { user, unmount } = openLive();
    expect(await screen.findByText('Con cerca de 1 min de retraso')).toBeDefined();
    expect(shown?.delayed).toMatchObject({ url: delayedUrl, startedAt });
    await user.click(screen.getByRole('button', { name: 'Ver sin retraso' }));
    expect(await screen.findByText('Sin retraso')).toBeDefined();
    expect(shown?.delayed).toBeUndefined();
    unmount();
    openLive();
    expect(await screen.findByText('Sin retraso')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Ver con retraso' }));
    expect(await screen.findByText('Con cerca de 1 min de retraso')).toBeDefined();
    expect(shown?.delayed?.url).toBe(delayedUrl);
  });

  test('plays without delay when its recording has failed, without storing that', async () => {
    const { unmount } = openLive();
    await screen.findByText('Con cerca de 1 min de retraso');
    act(() => shown?.delayed?.onFailed());
    expect(await screen.findByText('Sin retraso')).toBeDefined();
    expect(shown?.delayed).toBeUndefined();
    unmount();
    openLive();
    expect(await screen.findByText('Con cerca de 1 min de retraso')).toBeDefined();
  });

  test('polls every five seconds until enough is recorded', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    openLive({ delayedUrl: null });
    expect(await screen.findByText('Con cerca de 1 min de retraso')).toBeDefined();
    expect(shown?.delayed).toMatchObject({ url: undefined });
    const asked = callsTo('GET /liveusers/campo').length;
    await act(() => vi.advanceTimersByTimeAsync(11_000));
    expect(callsTo('GET /liveusers/campo').length).toBeGreaterThanOrEqual(asked + 2);
  });

  test('plays from its first answer, without waiting for ads that it does not have or a second answer', async () => {
    const [start, since] = [-30, -25].map((minutes) => new Date(Date.now() + minutes * 60_000).toISOString());
    const match = sportEvent({ id: id('ev'), scheduledStartDate: start, signal: { since: since!, stoppedAt: null } });
    const live = { ...base, sportEvent: match, playback: { ...base.playback, hasAd: false } };
    const replies: Replies = {
      'GET /liveusers/campo': { data: { liveUser: live } },
      [`GET /sportevents/${match.id}/signal`]: () => new Promise(() => undefined),
    };
    open(paths.live('campo'), { user: subscriber, replies });
    await screen.findByText('El reproductor');
    expect(callsTo('GET /liveusers/campo')).toHaveLength(1);
    expect(callsTo('GET /ad_videos')).toHaveLength(0);
  });

  test('shows no delay when there is only one way to play the live', async () => {
    openLive({});
    await screen.findByText('El reproductor');
    expect(shown?.delayed).toBeUndefined();
    expect(screen.queryByText(/retraso/)).toBeNull();
  });

  test('plays on a match’s page too', async () => {
    const match = sportEvent({ id: id('ev'), state: 'LIVE' });
    open(paths.event(match.id), {
      user: subscriber,
      replies: {
        ...answer({ delayedUrl, fromStartUrl }),
        [`GET /sportevents/${match.id}`]: { data: { sportEvent: match } },
        [`GET /sportevents/${match.id}/lives`]: {
          data: { liveUsers: [liveCard('campo', { sportEventId: match.id, startedAt })] },
        },
      },
    });
    expect(await screen.findByText('Con cerca de 1 min de retraso')).toBeDefined();
    await waitFor(() => expect(shown?.delayed?.url).toBe(delayedUrl));
  });
});
