import { describe, expect, test } from 'vitest';
import { findClipMoment } from '../../../functions/recordings/clips/clip-moment.ts';
import type { LoggedAction } from '../../../shared/contract/scores.ts';

const kickOff = Date.parse('2026-03-05T17:00:00Z');
const minute = 60_000;
const action = (kind: LoggedAction['kind'], minutes: number, more: Partial<LoggedAction> = {}) =>
  ({
    id: `${kind} ${minutes}`,
    kind,
    side: null,
    shirt: null,
    undoes: null,
    period: 1,
    clockMs: 0,
    at: kickOff + minutes * minute,
    ...more,
  }) as LoggedAction;
const log = [
  action('PERIOD_START', 0),
  action('GOAL', 21.5, { side: 'HOME' }),
  action('YELLOW_CARD', 21.6, { side: 'AWAY' }),
  action('GOAL', 30, { side: 'AWAY' }),
];
/** A recording that begins a minute before the match. */
const vod = { recorded: { from: '2026-03-05T16:59:00.000Z', to: '2026-03-05T18:45:00.000Z', gaps: [] } };
const soccer = { sport: 'SOCCER' } as const;
const cut = (start: number, seconds: number) => ({ cut: { start, seconds, poster: 3, crest: null } });
const at = (minutes: number) => 60 + minutes * 60;

describe('the moment of a clip', () => {
  test('[H-MATCH-3] is its last goal with the score after it, whatever else it shows', () => {
    expect(findClipMoment(cut(at(21.5) - 8, 14), vod, soccer, log)).toEqual({ time: "22'", home: 1, away: 0 });
  });

  test('[H-MATCH-3] is its last action if there is no goal, or its end if there is no action', () => {
    expect(findClipMoment(cut(at(21.55), 10), vod, soccer, log)).toEqual({ time: "22'", home: 1, away: 0 });
    expect(findClipMoment(cut(at(10), 14), vod, soccer, log)).toEqual({ time: "11'", home: 0, away: 0 });
    expect(findClipMoment(cut(at(40), 14), vod, soccer, log)).toEqual({ time: "41'", home: 1, away: 1 });
  });

  test('[H-MATCH-3] is found by the clock if the clip was cut from a live', () => {
    const live = { channelArn: '', broadcastId: '', from: kickOff + 29.9 * minute, seconds: 14, at: 0 };
    expect(findClipMoment({ ...cut(0, 14), live }, undefined, soccer, log)).toEqual({ time: "31'", home: 1, away: 1 });
  });

  test('[H-MATCH-3] is unknown without a log or a time, and for a summary', () => {
    expect(findClipMoment(cut(at(22), 14), vod, soccer, [])).toBeNull();
    expect(findClipMoment(cut(at(22), 14), {}, soccer, log)).toBeNull();
    const summary = { parts: [], card: '' };
    expect(findClipMoment({ cut: { ...cut(0, 60).cut, summary } }, vod, soccer, log)).toBeNull();
    // The clip ends before the match begins.
    expect(findClipMoment(cut(0, 14), vod, soccer, log)).toBeNull();
  });
});
