/**
 * Decides about a playback whose address expires, whose picture stalls, or whose network or live goes away. Pure:
 * `react` takes the state and an event, and returns the next state and the effects, which playback.ts carries out.
 */
import type { FailureKind } from '../../shared/domain/quality-limits.ts';

/** `conflict`: the user watches on another device (409). `load`: playback failed. */
export type PlayerProblem = 'conflict' | 'load';

export interface PlaybackState {
  readonly live: boolean;
  /** Loaders that may still take over. */
  readonly loadersLeft: number;
  /** False from the loss of the stream until a new address plays. */
  readonly isAttached: boolean;
  readonly isOffline: boolean;
  /** Attempts to reconnect since the last segment. */
  readonly retries: number;
  readonly hasRecovered: boolean;
  /** Times of the last renewal, reload, and rejection as withdrawn, in milliseconds of the page's clock. */
  readonly renewedAt: number;
  readonly reloadedAt: number;
  readonly withdrawnAt: number;
  /** Wall-clock time up to which a live has been shown, in milliseconds; 0 for none. */
  readonly seenUntil: number;
  /** Position at the last check, in seconds, and the checks since it changed. */
  readonly lastPosition: number;
  readonly stuckChecks: number;
}

/** The use of a new address: by the same loader, by another one at a position in seconds, or at a live's edge. */
export type Renewal = { for: 'LOADER' } | { for: 'POSITION'; at: number } | { for: 'EDGE' };

export type PlaybackEvent =
  | { kind: 'BUFFERED' }
  /** Comes every second from a loader that may report that it plays while it is stuck. */
  | { kind: 'CHECKED'; isPaused: boolean }
  /** The loader cannot play this address here, or not any more. */
  | { kind: 'UNPLAYABLE' }
  | { kind: 'PLAYING' }
  | { kind: 'WAITING' }
  /** The user watches on another device. */
  | { kind: 'CONFLICT' }
  /** A token, or the signature that a playlist gave, is not accepted. */
  | { kind: 'REJECTED'; of: 'TOKEN' | 'SIGNATURE' | 'FILE' }
  /** A segment has been withdrawn. `fitsBuffer`: the buffer ends before it; `start`: its first second. */
  | { kind: 'WITHDRAWN'; fitsBuffer: boolean; start: number | undefined }
  /** `ELEMENT`: the media element failed, which tells no cause. */
  | {
      kind: 'FAILED';
      of: 'NETWORK' | 'MEDIA' | 'ELEMENT' | 'OTHER';
      failure: FailureKind;
      requestId?: string | undefined;
    }
  /**
   * A live stalled, came back without anything new, or its playlist ended: it is over, or its match shows another feed,
   * and may show this one again at the same address.
   */
  | { kind: 'LOST' }
  | { kind: 'ONLINE' }
  /** A television gave the video back. */
  | { kind: 'RETURNED'; url: string }
  /** The page's answer; `url` is undefined if there is no address. */
  | { kind: 'RENEWED'; renewal: Renewal; url: string | undefined };

export type Effect =
  /** Starts a loader at a position in seconds; -1 for the default. */
  | { kind: 'START'; url: string; at: number }
  | { kind: 'STOP' }
  /** The next loader takes over, from the start position. */
  | { kind: 'FALL_BACK' }
  | { kind: 'REPLACE_TOKEN'; url: string }
  /** Loads the playlists again, while playback continues from the buffer. */
  | { kind: 'RELOAD' }
  | { kind: 'RECOVER' }
  | { kind: 'RESUME' }
  | { kind: 'RENEW'; renewal: Renewal; afterMs: number }
  /** Notifies the page of changes. */
  | { kind: 'TELL_PAGE' }
  | { kind: 'REPEAT'; event: PlaybackEvent; afterMs: number }
  | { kind: 'AWAIT_NETWORK' }
  | { kind: 'INTERRUPTED'; isInterrupted: boolean }
  | { kind: 'FAIL'; problem: PlayerProblem; failure?: FailureKind; requestId?: string | undefined };

/** The circumstances of an event. */
export interface Moment {
  /** Milliseconds of the page's clock. */
  now: number;
  /** Seconds. */
  position: number;
  /** Wall-clock time of the current frame, in milliseconds, if known. */
  date: number | undefined;
  isOnline: boolean;
  /** True if the element has nothing more to show. */
  lacksData: boolean;
}

type Step = [next: PlaybackState, effects: Effect[]];

/** Milliseconds after a renewal in which a rejection is final. */
const renewalPauseMs = 15_000;
/** Milliseconds between reloads because of withdrawn segments. */
const withdrawnPauseMs = 3_000;
/** Milliseconds before each attempt to reconnect a live. */
const reconnectDelaysMs = [1_000, 2_000, 3_000, 5_000];
/** Milliseconds before a recording is tried again whose element failed. */
const elementDelayMs = 2_000;
/** Checks without progress after which a loader is stuck. */
const maxStuckChecks = 10;
const never = Number.NEGATIVE_INFINITY;

export const startState = (live: boolean, loaders = 1): PlaybackState => ({
  live,
  loadersLeft: loaders - 1,
  isAttached: true,
  isOffline: false,
  retries: 0,
  hasRecovered: false,
  renewedAt: never,
  reloadedAt: never,
  withdrawnAt: never,
  seenUntil: 0,
  lastPosition: -1,
  stuckChecks: 0,
});

export function react(state: PlaybackState, event: PlaybackEvent, moment: Moment): Step {
  if (event.kind === 'RENEWED') return takeAddress(state, event.renewal, event.url, moment);
  if (event.kind === 'RETURNED') {
    const at = state.live ? -1 : moment.position;
    return [{ ...state, isAttached: true }, [{ kind: 'START', url: event.url, at }]];
  }
  // Events of a stopped loader have no meaning.
  if (!state.isAttached) return [state, []];
  switch (event.kind) {
    case 'BUFFERED':
      return [{ ...state, retries: 0, hasRecovered: false }, []];
    case 'CHECKED':
      return checkProgress(state, event.isPaused, moment);
    case 'UNPLAYABLE':
      return fallBack(state);
    case 'PLAYING':
      return [state, [interrupted(false)]];
    case 'WAITING':
      return [state, state.isOffline ? [interrupted(true)] : []];
    case 'ONLINE':
      return [{ ...state, isOffline: false }, [{ kind: 'RESUME' }]];
    case 'CONFLICT':
      return fail(state, { problem: 'conflict' });
    case 'LOST':
      return reconnect(state, moment);
    case 'REJECTED':
      return renewRejected(state, event.of, moment);
    case 'WITHDRAWN':
      return skipWithdrawn(state, event, moment);
    case 'FAILED':
      return handleFailure(state, event, moment);
  }
}

function checkProgress(state: PlaybackState, isPaused: boolean, { position }: Moment): Step {
  const stuckChecks = !isPaused && position === state.lastPosition ? state.stuckChecks + 1 : 0;
  return stuckChecks < maxStuckChecks ? [{ ...state, lastPosition: position, stuckChecks }, []] : fallBack(state);
}

const fallBack = (state: PlaybackState): Step =>
  state.loadersLeft > 0
    ? [{ ...state, loadersLeft: state.loadersLeft - 1, stuckChecks: 0 }, [{ kind: 'STOP' }, { kind: 'FALL_BACK' }]]
    : fail(state, { problem: 'load', failure: 'unsupported' });

function renewRejected(state: PlaybackState, of: 'TOKEN' | 'SIGNATURE' | 'FILE', moment: Moment): Step {
  if (of === 'TOKEN') {
    if (moment.now - state.renewedAt < renewalPauseMs) return [state, []];
    return [{ ...state, renewedAt: moment.now }, [{ kind: 'RENEW', renewal: { for: 'LOADER' }, afterMs: 0 }]];
  }
  // The playlist has fresh signatures. If those are rejected too, the token is renewed.
  if (of === 'SIGNATURE' && !state.live && moment.now - state.reloadedAt >= renewalPauseMs)
    return [{ ...state, reloadedAt: moment.now }, [{ kind: 'RELOAD' }]];
  return startAgain(state, moment.position, moment);
}

/** Skips a withdrawn segment: the playlist tells where the video continues. */
function skipWithdrawn(
  state: PlaybackState,
  event: Extract<PlaybackEvent, { kind: 'WITHDRAWN' }>,
  moment: Moment,
): Step {
  // The edge follows a change of the playlist, or its undo, within seconds.
  const restMs = withdrawnPauseMs - (moment.now - state.withdrawnAt);
  if (restMs > 0) return [state, [{ kind: 'REPEAT', event, afterMs: restMs }]];
  const next = { ...state, withdrawnAt: moment.now };
  if (event.fitsBuffer) return [next, [{ kind: 'RELOAD' }, { kind: 'TELL_PAGE' }]];
  const at = Math.min(moment.position, event.start ?? moment.position);
  return startAgain({ ...next, renewedAt: never }, at, moment);
}

function handleFailure(
  state: PlaybackState,
  { of, failure, requestId }: Extract<PlaybackEvent, { kind: 'FAILED' }>,
  moment: Moment,
): Step {
  if (state.live) return reconnect(state, moment);
  if (of === 'NETWORK' && !moment.isOnline) {
    const effects: Effect[] = [{ kind: 'AWAIT_NETWORK' }];
    return [{ ...state, isOffline: true }, moment.lacksData ? [interrupted(true), ...effects] : effects];
  }
  if (!state.hasRecovered && of === 'MEDIA') return [{ ...state, hasRecovered: true }, [{ kind: 'RECOVER' }]];
  if (!state.hasRecovered && of === 'ELEMENT') {
    const renewal = { for: 'POSITION', at: moment.position } as const;
    return [{ ...state, hasRecovered: true, isAttached: false }, [{ kind: 'RENEW', renewal, afterMs: elementDelayMs }]];
  }
  return fail(state, { problem: 'load', failure, requestId });
}

function startAgain(state: PlaybackState, at: number, moment: Moment): Step {
  if (moment.now - state.renewedAt < renewalPauseMs) return endOrReconnect(state, moment);
  const renewal: Renewal = { for: 'POSITION', at: state.live ? -1 : at };
  return [
    { ...state, isAttached: false, renewedAt: moment.now },
    [{ kind: 'STOP' }, { kind: 'RENEW', renewal, afterMs: 0 }],
  ];
}

function takeAddress(state: PlaybackState, renewal: Renewal, url: string | undefined, moment: Moment): Step {
  if (renewal.for === 'LOADER') {
    if (!state.isAttached) return [state, []];
    return url === undefined ? endOrReconnect(state, moment) : [state, [{ kind: 'REPLACE_TOKEN', url }]];
  }
  // Another event has brought the playback back meanwhile.
  if (state.isAttached) return [state, []];
  if (url !== undefined) {
    const at = renewal.for === 'EDGE' ? -1 : renewal.at;
    return [{ ...state, isAttached: true }, [{ kind: 'START', url, at }]];
  }
  return endOrReconnect(state, moment);
}

/** A live without an address has ended or lost its signal: it reconnects until the page decides that it is over. */
const endOrReconnect = (state: PlaybackState, moment: Moment): Step =>
  state.live ? reconnect(state, moment) : fail(state, { problem: 'load', failure: 'playlist' });

function reconnect(state: PlaybackState, { date = 0 }: Moment): Step {
  const afterMs = reconnectDelaysMs[Math.min(state.retries, reconnectDelaysMs.length - 1)] ?? 0;
  return [
    { ...state, isAttached: false, retries: state.retries + 1, seenUntil: Math.max(state.seenUntil, date) },
    [interrupted(true), { kind: 'STOP' }, { kind: 'RENEW', renewal: { for: 'EDGE' }, afterMs }],
  ];
}

const fail = (state: PlaybackState, why: Omit<Extract<Effect, { kind: 'FAIL' }>, 'kind'>): Step => [
  { ...state, isAttached: false },
  [{ kind: 'STOP' }, { kind: 'FAIL', ...why }],
];

const interrupted = (isInterrupted: boolean): Effect => ({ kind: 'INTERRUPTED', isInterrupted });
