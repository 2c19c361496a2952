/** Decisions of a playback, event by event; attach-hls.test.ts proves that the loaders carry them out. */
import { expect, test } from 'vitest';
import {
  type Effect,
  type Moment,
  type PlaybackEvent,
  type PlaybackState,
  react,
  startState,
} from '../../../web/player/playback-state.ts';

const now = 1_000_000;
const moment: Moment = { now, position: 40, date: undefined, isOnline: true, lacksData: false };
const recording = startState(false);
const live = startState(true);
const twoLoaders = startState(true, 2);
const checked = (isPaused = false): PlaybackEvent => ({ kind: 'CHECKED', isPaused });
const lost = { isAttached: false };
const renew = (renewal: Extract<Effect, { kind: 'RENEW' }>['renewal'], afterMs = 0): Effect => ({
  kind: 'RENEW',
  renewal,
  afterMs,
});
const toEdge = renew({ for: 'EDGE' }, 1_000);
const interrupted: Effect = { kind: 'INTERRUPTED', isInterrupted: true };
const stop: Effect = { kind: 'STOP' };
const failed = (failure?: string): Effect[] => [
  stop,
  { kind: 'FAIL', problem: 'load', ...(failure && { failure }) } as Effect,
];
const rejected = (of: 'TOKEN' | 'SIGNATURE' | 'FILE'): PlaybackEvent => ({ kind: 'REJECTED', of });
const broken = (of: 'NETWORK' | 'MEDIA' | 'ELEMENT' | 'OTHER'): PlaybackEvent => ({
  kind: 'FAILED',
  of,
  failure: 'segment',
});
const withdrawn = (fitsBuffer: boolean, start?: number): PlaybackEvent => ({ kind: 'WITHDRAWN', fitsBuffer, start });
const renewed = (
  renewal: Extract<PlaybackEvent, { kind: 'RENEWED' }>['renewal'],
  url: string | undefined,
): PlaybackEvent => ({ kind: 'RENEWED', renewal, url });

type Row = [
  name: string,
  before: PlaybackState,
  event: PlaybackEvent,
  change: Partial<PlaybackState>,
  effects: Effect[],
  at?: Partial<Moment>,
];

const rows: Row[] = [
  // Tokens, signatures and files.
  [
    'an expired token is renewed while playback continues',
    recording,
    rejected('TOKEN'),
    { renewedAt: now },
    [renew({ for: 'LOADER' })],
  ],
  ['a token is renewed once in 15 s', { ...recording, renewedAt: now - 14_999 }, rejected('TOKEN'), {}, []],
  [
    'a token is renewed again after 15 s',
    { ...recording, renewedAt: now - 15_000 },
    rejected('TOKEN'),
    { renewedAt: now },
    [renew({ for: 'LOADER' })],
  ],
  ['a bad signature reloads the playlist', recording, rejected('SIGNATURE'), { reloadedAt: now }, [{ kind: 'RELOAD' }]],
  [
    'a second rejected signature starts again where playback was',
    { ...recording, reloadedAt: now - 1 },
    rejected('SIGNATURE'),
    { ...lost, renewedAt: now },
    [stop, renew({ for: 'POSITION', at: 40 })],
  ],
  [
    "a live's rejected signature starts again at its edge",
    live,
    rejected('SIGNATURE'),
    { ...lost, renewedAt: now },
    [stop, renew({ for: 'POSITION', at: -1 })],
  ],
  [
    'a file starts again with a new address',
    recording,
    rejected('FILE'),
    { ...lost, renewedAt: now },
    [stop, renew({ for: 'POSITION', at: 40 })],
  ],
  ['a freshly addressed file fails', { ...recording, renewedAt: now - 1 }, rejected('FILE'), lost, failed('playlist')],
  // Answers of the page.
  ['the loader gets its token', recording, renewed({ for: 'LOADER' }, 'u'), {}, [{ kind: 'REPLACE_TOKEN', url: 'u' }]],
  ['a token for a stopped loader is ignored', { ...recording, ...lost }, renewed({ for: 'LOADER' }, 'u'), {}, []],
  ['a recording without an address fails', recording, renewed({ for: 'LOADER' }, undefined), lost, failed('playlist')],
  [
    'playback starts where it was',
    { ...recording, ...lost },
    renewed({ for: 'POSITION', at: 7 }, 'u'),
    { isAttached: true },
    [{ kind: 'START', url: 'u', at: 7 }],
  ],
  [
    'a live starts at its edge',
    { ...live, ...lost },
    renewed({ for: 'EDGE' }, 'u'),
    { isAttached: true },
    [{ kind: 'START', url: 'u', at: -1 }],
  ],
  ['a late address does not start a second loader', live, renewed({ for: 'EDGE' }, 'u'), {}, []],
  [
    'a live without an address tries again, later each time',
    { ...live, ...lost, retries: 1 },
    renewed({ for: 'EDGE' }, undefined),
    { retries: 2 },
    [interrupted, stop, renew({ for: 'EDGE' }, 2_000)],
  ],
  // Failures.
  ['another device is watching', recording, { kind: 'CONFLICT' }, lost, [stop, { kind: 'FAIL', problem: 'conflict' }]],
  [
    'a live reconnects, and remembers what was shown',
    { ...live, seenUntil: 5 },
    broken('NETWORK'),
    { ...lost, retries: 1, seenUntil: 9 },
    [interrupted, stop, toEdge],
    { date: 9 },
  ],
  [
    'a live that reconnects without a picture forgets nothing',
    { ...live, seenUntil: 5 },
    { kind: 'LOST' },
    { ...lost, retries: 1, seenUntil: 5 },
    [interrupted, stop, toEdge],
  ],
  [
    'the fifth attempt waits no longer than the fourth',
    { ...live, retries: 9 },
    { kind: 'LOST' },
    { ...lost, retries: 10 },
    [interrupted, stop, renew({ for: 'EDGE' }, 5_000)],
  ],
  [
    'a segment ends the count',
    { ...live, retries: 3, hasRecovered: true },
    { kind: 'BUFFERED' },
    { retries: 0, hasRecovered: false },
    [],
  ],
  [
    'a recording plays its buffer without a network',
    recording,
    broken('NETWORK'),
    { isOffline: true },
    [{ kind: 'AWAIT_NETWORK' }],
    { isOnline: false },
  ],
  [
    'a recording without network and buffer says so',
    recording,
    broken('NETWORK'),
    { isOffline: true },
    [interrupted, { kind: 'AWAIT_NETWORK' }],
    { isOnline: false, lacksData: true },
  ],
  ['the end of the buffer says so too', { ...recording, isOffline: true }, { kind: 'WAITING' }, {}, [interrupted]],
  ['waiting with a network says nothing', recording, { kind: 'WAITING' }, {}, []],
  ['back online', { ...recording, isOffline: true }, { kind: 'ONLINE' }, { isOffline: false }, [{ kind: 'RESUME' }]],
  ['a picture ends the notice', live, { kind: 'PLAYING' }, {}, [{ kind: 'INTERRUPTED', isInterrupted: false }]],
  ['a recording with a network has failed', recording, broken('NETWORK'), lost, failed('segment')],
  ['decoding recovers once', recording, broken('MEDIA'), { hasRecovered: true }, [{ kind: 'RECOVER' }]],
  ['decoding fails the second time', { ...recording, hasRecovered: true }, broken('MEDIA'), lost, failed('segment')],
  [
    'the media element is given another address once',
    recording,
    broken('ELEMENT'),
    { ...lost, hasRecovered: true },
    [renew({ for: 'POSITION', at: 40 }, 2_000)],
  ],
  ['the media element fails again', { ...recording, hasRecovered: true }, broken('ELEMENT'), lost, failed('segment')],
  ['another failure is final', recording, broken('OTHER'), lost, failed('segment')],
  // Withdrawn seconds.
  [
    '[F-TAKE-2] a withdrawn segment after the buffer is left out',
    recording,
    withdrawn(true, 40),
    { withdrawnAt: now },
    [{ kind: 'RELOAD' }, { kind: 'TELL_PAGE' }],
  ],
  [
    '[F-TAKE-2] a viewer who went back starts before it',
    { ...recording, renewedAt: now - 1 },
    withdrawn(false, 30),
    { ...lost, withdrawnAt: now, renewedAt: now },
    [stop, renew({ for: 'POSITION', at: 30 })],
  ],
  [
    '[F-TAKE-2] a second one waits for the edge',
    { ...recording, withdrawnAt: now - 1_000 },
    withdrawn(true, 40),
    {},
    [{ kind: 'REPEAT', event: withdrawn(true, 40), afterMs: 2_000 }],
  ],
  // Loaders that take over.
  [
    '[E-PLAYER-8] what cannot be played is left to the next loader',
    twoLoaders,
    { kind: 'UNPLAYABLE' },
    { loadersLeft: 0 },
    [stop, { kind: 'FALL_BACK' }],
  ],
  ['the last loader fails', recording, { kind: 'UNPLAYABLE' }, lost, failed('unsupported')],
  [
    '[E-PLAYER-8] a check without progress counts',
    { ...twoLoaders, lastPosition: 40, stuckChecks: 8 },
    checked(),
    { stuckChecks: 9 },
    [],
  ],
  [
    '[E-PLAYER-8] the tenth is left to the next loader',
    { ...twoLoaders, lastPosition: 40, stuckChecks: 9 },
    checked(),
    { loadersLeft: 0, stuckChecks: 0 },
    [stop, { kind: 'FALL_BACK' }],
  ],
  [
    '[E-PLAYER-8] progress counts anew',
    { ...twoLoaders, lastPosition: 39, stuckChecks: 9 },
    checked(),
    { lastPosition: 40, stuckChecks: 0 },
    [],
  ],
  [
    '[E-PLAYER-8] a pause counts anew',
    { ...twoLoaders, lastPosition: 40, stuckChecks: 9 },
    checked(true),
    { stuckChecks: 0 },
    [],
  ],
  // Televisions.
  [
    'a television gives a recording back where it was',
    { ...recording, ...lost },
    { kind: 'RETURNED', url: 'u' },
    { isAttached: true },
    [{ kind: 'START', url: 'u', at: 40 }],
  ],
  ['a television gives a live back', live, { kind: 'RETURNED', url: 'u' }, {}, [{ kind: 'START', url: 'u', at: -1 }]],
  ['what a stopped loader reports is ignored', { ...live, ...lost }, { kind: 'LOST' }, {}, []],
] as Row[];

test.each(rows)('a playback: %s', (_name, before, event, change, effects, at) => {
  expect(react(before, event, { ...moment, ...at })).toEqual([{ ...before, ...change }, effects]);
});
