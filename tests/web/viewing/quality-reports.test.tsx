import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { PlayerProps } from '../../../web/player/player-props.ts';
import type { QualityMeter } from '../../../web/player/quality-meter.ts';
import { errorAnswer } from '../support/api-answers.ts';
import { callsTo, id, open, person, type Replies } from '../support/app.tsx';
import { vod } from '../support/builders.ts';

const meters: FakeMeter[] = [];

/** A meter with one unconfirmed report, as of a player that has measured something. */
class FakeMeter {
  readonly sid = String(meters.length).padStart(32, '0');
  confirmed = 0;
  sn = 1;

  take({ isLast = false } = {}) {
    const numbers = [this.sn, ...(isLast ? [this.sn + 1] : [])].filter((sn) => sn > this.confirmed);
    return numbers.map((sn) => ({ token: 'a.b', sid: this.sid, sn, age: 0, isAbandoned: false }));
  }
  confirm(sid: string, sn: number) {
    if (sid === this.sid) this.confirmed = Math.max(this.confirmed, sn);
  }
}

vi.mock(import('../../../web/player/player.tsx'), async (original) => ({
  ...(await original()),
  usePlayerPreload: () => undefined,
  Player: ({ title, meters: list }: PlayerProps) => {
    if (list && list.current.length === 0) {
      const meter = new FakeMeter();
      meters.push(meter);
      list.current.push(meter as unknown as QualityMeter);
    }
    return <section aria-label={`Reproductor: ${title}`} />;
  },
}));

afterEach(() => void meters.splice(0));

const path = `/vods/${id('vod1')}`;
const page = (more: Replies = {}): Replies => ({
  [`GET ${path}`]: { data: { vod: vod(1) } },
  [`GET /users/me/progress/vods/${id('vod1')}`]: { data: { progress: null, saved: false } },
  ...more,
});
const player = () => screen.findByRole('region', { name: /Reproductor/ });
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
interface Sent {
  isWatching: boolean;
  quality?: { sn: number; isNewViewer: boolean }[];
}
const heartbeats = () =>
  callsTo('PATCH /session').flatMap(({ body }) => {
    const { isWatching, quality = [] } = body as Sent;
    return quality.map(({ sn, isNewViewer }) => [isWatching, sn, isNewViewer]);
  });

test('quality travels with the heartbeats, and counts its viewer once an hour', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: Date.parse('2026-11-27T11:30:00Z') });
  const view = open(path, { user: person('REGULAR_SUBSCRIBER'), replies: page() });
  await player();
  // The first heartbeat comes before the player.
  await pass(20_000);
  expect(heartbeats()).toEqual([[true, 1, true]]);
  for (const meter of meters) meter.sn = 2;
  await pass(20_000);
  expect(heartbeats()).toEqual([
    [true, 1, true],
    [true, 2, false],
  ]);
  vi.setSystemTime(Date.parse('2026-11-27T12:00:01Z'));
  for (const meter of meters) meter.sn = 3;
  await pass(20_000);
  expect(heartbeats().at(-1)).toEqual([true, 3, true]);
  view.unmount();
  expect(heartbeats().at(-1)).toEqual([false, 4, false]);
  expect(callsTo('POST /quality')).toEqual([]);
});

test('an unconfirmed report is repeated as it was', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  open(path, { user: person('REGULAR_SUBSCRIBER'), replies: page({ 'PATCH /session': errorAnswer('REQ5000') }) });
  await player();
  await pass(41_000);
  expect(heartbeats().length).toBeGreaterThan(1);
  for (const sent of heartbeats()) expect(sent).toEqual([true, 1, true]);
});

test('visitors report every quarter of an hour and when they leave', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const view = open(path, { replies: page() });
  await player();
  await pass(60_000);
  expect(callsTo('POST /quality')).toEqual([]);
  await pass(840_000);
  const listSentReports = () =>
    callsTo('POST /quality').map(({ body }) => (body as { reports: Sent['quality'] }).reports);
  expect(listSentReports()).toMatchObject([[{ sn: 1, isNewViewer: true }]]);
  fireEvent(window, new Event('pagehide'));
  await pass(100);
  expect(listSentReports()[1]).toMatchObject([{ sn: 2, isNewViewer: false }]);
  view.unmount();
  expect(listSentReports()).toHaveLength(2);
  expect(callsTo('PATCH /session')).toEqual([]);
});

test('admins are not measured', async () => {
  open(path, { user: person('ADMIN'), replies: page() });
  await player();
  expect(meters).toEqual([]);
});
