/** 'Quitar unos segundos' on the page of a video and of a live, and what the player says at the place. */
import { act, render, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { WithdrawnNotice } from '../../../web/player/withdrawn-notice.tsx';
import { callsTo, id, listOf, open, person } from '../support/app.tsx';
import { camera as someCamera } from '../support/builders.ts';

const cam = id('cam1');
const startedAt = '2026-11-21T10:00:00.000Z';
const range = { id: id('range'), from: 720, to: 760, at: startedAt, shownAt: 720 };

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
      'GET /live/sportevents': listOf('sportEvents', []),
      [`GET /sportevents/${id('event')}/timeline`]: { data: { steps: [], actions: [], moments: [] } },
      'GET /liveusers/norte/clips': {
        data: {
          ...{ clips: [], limit: 12, page: 1, total: 0, totalPages: 0, byViewers: 0, canCut: true },
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
  test('choose the seconds by the handles and take them out', async () => {
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
    // The live has gone on for less than a second since its half second.
    expect(body?.seconds).toBeCloseTo(14, -1);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('see what is out, and restore it', async () => {
    const { user } = openCamera([range]);
    const panel = await findPanel();
    expect((await within(panel).findByText(/^De 12:00 a 12:40/)).textContent).toContain('(40 s)');
    await user.click(within(panel).getByRole('button', { name: 'Deshacer: de 12:00 a 12:40' }));
    expect(await screen.findByText('Esos segundos se ven otra vez')).toBeDefined();
    expect(callsTo(`DELETE /liveusers/norte/withdrawn/${range.id}`)[0]?.query.get('startedAt')).toBe(startedAt);
  });
});

test('[F-TAKE-2] the player says ‘Retirado’ for a second where it goes on, and not after a seek', () => {
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
  vi.useRealTimers();
});
