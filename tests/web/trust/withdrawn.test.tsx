/** 'Quitar unos segundos' on the page of a video and of a live, and the player's notice. */
import { act, render, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { useWithdrawnLive, WithdrawnNotice } from '../../../web/player/withdrawn.tsx';
import { callsTo, id, open, person } from '../support/app.tsx';
import { camera as someCamera } from '../support/builders.ts';

const cam = id('cam1');
const startedAt = '2026-11-21T10:00:00.000Z';
const range = { id: id('range'), from: 720, to: 760, at: startedAt, shownAt: 720, by: 'OWN_CLUB', mayRestore: true };

function openCamera(ranges: object[]) {
  const camera = someCamera(1, { slug: 'norte', title: 'norte', sportEventId: id('event') });
  const running = {
    id: id('b'),
    startedAt,
    endedAt: null,
    state: 'ON_AIR',
    event: { id: id('event'), title: 'Derbi' },
  };
  const answer = { data: { ranges }, message: 'Esos segundos ya no se ven' };
  return open(`/cameras/manage/${cam}`, {
    user: person('ADMIN'),
    replies: {
      [`GET /sportevents/${id('event')}/timeline`]: { data: { steps: [], actions: [], moments: [] } },
      'GET /liveusers/norte/clips': {
        data: {
          clips: [],
          limit: 12,
          page: 1,
          total: 0,
          totalPages: 0,
          byViewers: 0,
          canCut: true,
          clubs: [{ id: id('club'), name: 'CD Sauce', thumbnail: null, publicClips: true }],
        },
      },
      'GET /liveusers/norte/withdrawn': answer,
      'POST /liveusers/norte/withdrawn': answer,
      [`DELETE /liveusers/norte/withdrawn/${range.id}`]: { ...answer, message: 'Esos segundos se ven otra vez' },
      [`GET /live/cameras/${cam}`]: { data: camera },
      [`GET /live/cameras/${cam}/broadcasts`]: {
        data: { broadcasts: [{ ...running, peak: null, failure: null, videos: [] }] },
      },
    },
  });
}

const findPanel = async () =>
  (await screen.findByRole('heading', { name: 'Segundos retirados' })).closest('section') as HTMLElement;

describe('[F-TAKE-2] the staff of a live', () => {
  test('choose the seconds by the handles and withdraw them', async () => {
    const { user } = openCamera([]);
    const panel = await findPanel();
    expect(await within(panel).findByText(/^Si alguien no debe salir/)).toBeDefined();
    await user.click(within(panel).getByRole('button', { name: 'Quitar unos segundos' }));
    const dialog = await screen.findByRole('dialog', { name: 'Quitar unos segundos' });
    expect(within(dialog).getByRole('slider', { name: 'Inicio de lo que se quita' })).toBeDefined();
    await user.click(within(dialog).getByRole('button', { name: /^Quitar 0:1[34]$/ }));
    expect(await screen.findByText('Esos segundos ya no se ven')).toBeDefined();
    const [body] = callsTo('POST /liveusers/norte/withdrawn').map((call) => call.body as { seconds: number });
    expect(body).toMatchObject({ startedAt });
    // Position and duration are read one after the other, so the default range may be a little shorter.
    expect(body?.seconds).toBeCloseTo(14, -1);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('see the withdrawn ranges, and restore them', async () => {
    const { user } = openCamera([range]);
    const panel = await findPanel();
    expect((await within(panel).findByText(/^De 12:00 a 12:40/)).textContent).toContain('(40 s)');
    await user.click(within(panel).getByRole('button', { name: 'Deshacer: de 12:00 a 12:40' }));
    expect(await screen.findByText('Esos segundos se ven otra vez')).toBeDefined();
    expect(callsTo(`DELETE /liveusers/norte/withdrawn/${range.id}`)[0]?.query.get('startedAt')).toBe(startedAt);
  });
});

test('[F-TAKE-2] the player shows ‘Retirado’ for a second at a withdrawn range, and not after a seek', () => {
  vi.useFakeTimers();
  const video = document.createElement('video');
  render(<WithdrawnNotice video={{ current: video }} at={[20, 48]} />);
  const playTo = (seconds: number) => {
    video.currentTime = seconds;
    act(() => void video.dispatchEvent(new Event('timeupdate')));
    return screen.getByRole('status').textContent;
  };
  expect([playTo(19), playTo(19.9), playTo(20.1)]).toEqual(['', '', 'Retirado']);
  act(() => void vi.advanceTimersByTime(1_300));
  expect(screen.getByRole('status').textContent).toBe('');
  expect(playTo(50)).toBe('');
});

type LiveParts = Parameters<typeof useWithdrawnLive>;

function RewoundPlayer({
  video,
  source,
  rewind,
  list,
}: {
  video: LiveParts[0];
  source: LiveParts[2];
  rewind: LiveParts[3];
  list: LiveParts[1];
}) {
  useWithdrawnLive(video, list, source, rewind);
  return <WithdrawnNotice video={video} ranges={list} date={source.date} />;
}

describe('[F-TAKE-2] a live with withdrawn seconds', () => {
  const at = (second: number) => Date.parse(startedAt) + 1000 * second;
  const ranges = [{ from: at(31), to: at(58) }];

  /** A player at a second of the broadcast, with 100 s of the broadcast in its buffer from `bufferStart` on. */
  function watch(
    second: number,
    { isRewound = true, bufferStart = 0, withdrawn = ranges as typeof ranges | undefined } = {},
  ) {
    const video = document.createElement('video');
    const offset = second - video.currentTime;
    const moves: (string | number)[] = [];
    const clock = { offset };
    Object.defineProperty(video, 'buffered', {
      value: { length: 1, start: () => bufferStart - offset, end: () => bufferStart + 100 - offset },
    });
    const source = {
      isRewound,
      date: () => at(video.currentTime + clock.offset),
      rewindTo: (date: number) => void moves.push('load', (date - at(0)) / 1000),
    };
    const rewind = { seekToDate: (date: number) => void moves.push('seek', (date - at(0)) / 1000) };
    const ref = { current: video };
    const parts = { video: ref, source, rewind };
    const view = render(<RewoundPlayer {...parts} list={withdrawn} />);
    const playTo = (to: number) => {
      video.currentTime = to - clock.offset;
      act(() => void video.dispatchEvent(new Event('timeupdate')));
      return screen.getByRole('status').textContent;
    };
    return { moves, clock, playTo, passRanges: () => view.rerender(<RewoundPlayer {...parts} list={ranges} />) };
  }

  test('shows ‘Retirado’ where the recording continues after the range, and not after a seek', () => {
    const { playTo, clock, moves } = watch(29, { bufferStart: 200 });
    expect([playTo(29.5), playTo(29.9)]).toEqual(['', '']);
    // The next segment follows without a pause, and its frames are half a minute later.
    clock.offset += 30;
    expect(playTo(60.1)).toBe('Retirado');
    expect(moves).toEqual([]);
    const { playTo: playOther } = watchAgain();
    expect([playOther(10), playOther(90)]).toEqual(['', '']);
  });

  const watchAgain = () => {
    document.body.replaceChildren();
    return watch(5, { bufferStart: 200 });
  };

  test('drops buffered parts of a range as soon as it is withdrawn', () => {
    const ahead = watch(10, { withdrawn: undefined });
    ahead.passRanges();
    expect(ahead.moves).toEqual(['load', 10]);
    document.body.replaceChildren();
    const inside = watch(40, { withdrawn: undefined });
    inside.passRanges();
    expect(inside.moves).toEqual(['load', 58]);
    document.body.replaceChildren();
    const elsewhere = watch(210, { withdrawn: undefined, bufferStart: 200 });
    elsewhere.passRanges();
    expect(elsewhere.moves).toEqual([]);
  });

  test('continues after a range that is still in the buffer of a live that was not rewound', () => {
    const { moves, playTo } = watch(30, { isRewound: false });
    expect(playTo(30.5)).toBe('');
    expect(moves).toEqual([]);
    playTo(31.2);
    playTo(31.4);
    expect(moves, 'once').toEqual(['seek', 58]);
    expect(playTo(58.1)).toBe('Retirado');
  });
});
