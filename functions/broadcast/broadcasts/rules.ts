/**
 * Broadcasts, from the first frame to the recorded video, or to the reason why there is none. A recording belongs to
 * the broadcast in which it began; a broadcast belongs to the match that it showed first. Pure.
 */
import type { BroadcastState } from '../../../shared/contract/broadcasts.ts';
import { ApiError } from '../../../shared/contract/errors.ts';
import { reconnectWindowMs } from '../../../shared/domain/limits.ts';
import type { StoredEvent } from '../../league/events/rules.ts';
import type { WithdrawnRange } from '../../recordings/media/withdrawn-ranges.ts';
import type { Ingest } from '../ingest/rules.ts';
import type { Broadcast, ShownEvent } from '../live/rules.ts';
import { isPhoneChannel, phoneReconnectMs } from '../phone/phone-channel.ts';

export interface StoredBroadcast {
  id: string;
  /** Part of the recordings' keys; kept here, because the source may be deleted before its recordings arrive. */
  channelArn: string;
  sourceId: string;
  startedAt: string;
  /** Null while on air, and while a phone is silent. */
  endedAt: string | null;
  event: ShownEvent | null;
  /** IVS streams; every reconnection is a new one. */
  streamIds: string[];
  /** By prefix in the recordings bucket. Usually one; IVS may start another after a drop. */
  recordings: Record<string, Outcome>;
  /** Prefix of the current recording. */
  recordingPrefix?: string;
  /** Key of a recent frame, for staff. */
  frame?: string;
  /** Ranges that players leave out, in milliseconds since the Unix epoch; later the recorded video has its own. */
  withdrawn?: WithdrawnRange[];
  /** Peak viewers. */
  peak?: number;
  /** The last measurement of its encoder's signal. */
  health?: Ingest;
  /** Set once the outcome is final; `failure` says why there is no video. */
  closedAt?: string;
  failure?: string | null;
}

/** Outcome of one recording. */
export type Outcome =
  | { kind: 'VIDEO'; vodId: string }
  | { kind: 'FAILED'; reason: string }
  /** Not meant to be seen, or without a match. */
  | { kind: 'NOT_KEPT' };

export const failures = {
  missing: 'La emisión ha terminado y no ha llegado ninguna grabación',
  service: 'El servicio de directos no ha podido grabar la emisión',
  empty: 'La grabación está vacía',
  unplayable:
    'Alguien ha conectado con la clave, pero no ha llegado nada que se pueda emitir: pon el video en H.264 (no en H.265 ni HEVC) y el sonido en AAC (no en MP3)',
} as const;

/** Time within which a recording is expected; IVS finishes one within minutes. A later one is still accepted. */
export const recordingGraceMs = 15 * 60_000;

/** IVS may record nothing of a shorter broadcast, so a missing recording is no failure. */
const minRecordedMs = 15_000;

/** A recording may seem to begin this much before its broadcast, because IVS states the two times separately. */
const toleranceMs = 5_000;

/** Data for finding the broadcast of a recording. */
export interface RecordingTrace {
  startedAt: string;
  streamIds?: readonly string[];
  /** The match that its source showed then; undefined if unknown. */
  eventId?: string | undefined;
}

/**
 * Finds the broadcast in which a recording began, by its streams or, failing that, by time and match. The time alone is
 * not enough: a broadcast whose end is not yet stored would also get the recording of the next match.
 */
export function findBroadcast<T extends Pick<StoredBroadcast, 'startedAt' | 'endedAt' | 'streamIds' | 'event'>>(
  broadcasts: readonly T[],
  { startedAt: beganAt, streamIds, eventId }: RecordingTrace,
): T | undefined {
  const inOrder = broadcasts.toSorted((a, b) => a.startedAt.localeCompare(b.startedAt));
  const named = inOrder.find((each) => streamIds?.some((id) => each.streamIds.includes(id)));
  if (named) return named;
  const began = Date.parse(beganAt);
  return inOrder.findLast(({ startedAt, endedAt, event }) => {
    if (eventId !== undefined && event?.id !== eventId) return false;
    const isOver = endedAt !== null && began > Date.parse(endedAt) + reconnectWindowMs;
    return Date.parse(startedAt) <= began + toleranceMs && !isOver;
  });
}

/** Outcome of the broadcast; undefined while a reconnection or a recording may still follow. */
export function decideConclusion(broadcast: StoredBroadcast, now: number): { failure: string | null } | undefined {
  const { channelArn, startedAt, endedAt, event, recordings } = broadcast;
  if (endedAt === null || now - Date.parse(endedAt) < reconnectWindowMs) return undefined;
  const outcomes = Object.values(recordings);
  if (outcomes.some(({ kind }) => kind !== 'FAILED')) return { failure: null };
  // The end of a silent phone is that of its last picture.
  const graceMs = recordingGraceMs + (isPhoneChannel(channelArn) ? phoneReconnectMs : 0);
  if (outcomes.length === 0 && now - Date.parse(endedAt) < graceMs) return undefined;
  const isShort = Date.parse(endedAt) - Date.parse(startedAt) < minRecordedMs;
  return { failure: isShort || event === null ? null : (findFailure(broadcast) ?? failures.missing) };
}

export const listVideoIds = ({ recordings }: Pick<StoredBroadcast, 'recordings'>): string[] =>
  Object.values(recordings).flatMap((outcome) => (outcome.kind === 'VIDEO' ? [outcome.vodId] : []));

/** @throws ApiError once the broadcast has become a video, whose own withdrawn ranges apply from then on. */
export function assertHasNoVideo(broadcast: Pick<StoredBroadcast, 'recordings'>): void {
  if (listVideoIds(broadcast).length > 0) throw new ApiError('BRD4090');
}

export function toState({ endedAt, recordings, closedAt, failure }: StoredBroadcast): BroadcastState {
  const outcomes = Object.values(recordings);
  if (endedAt === null) return 'ON_AIR';
  if (outcomes.some(({ kind }) => kind === 'VIDEO')) return 'RECORDED';
  if (failure) return 'FAILED';
  return closedAt || outcomes.some(({ kind }) => kind === 'NOT_KEPT') ? 'NOT_KEPT' : 'SAVING';
}

export function findFailure({ recordings, failure }: StoredBroadcast): string | null {
  const failed = Object.values(recordings).find((outcome) => outcome.kind === 'FAILED');
  return failure ?? (failed?.kind === 'FAILED' ? failed.reason : null);
}

/** Hourly folders of the recordings bucket in which the broadcast's recordings may have begun. */
export function listHourFolders({ channelArn, startedAt, endedAt }: StoredBroadcast): string[] {
  const first = Math.floor(Date.parse(startedAt) / hourMs);
  const last = Math.floor((Date.parse(endedAt ?? startedAt) + reconnectWindowMs) / hourMs);
  // No broadcast is longer than two days.
  const hours = Array.from({ length: Math.min(48, last - first + 1) }, (_, index) => (first + index) * hourMs);
  return hours.map((hour) => {
    const at = new Date(hour);
    return `${toDayFolder(channelArn, at)}${at.getUTCHours()}/`;
  });
}

/** `ivs/v1/{account}/{channel}/{year}/{month}/{day}/`; IVS writes numbers without leading zeros. */
export function toDayFolder(channelArn: string, at: Date): string {
  const [, , , , account, resource = ''] = channelArn.split(':');
  const day = [at.getUTCFullYear(), at.getUTCMonth() + 1, at.getUTCDate()].join('/');
  return `ivs/v1/${account}/${resource.slice(resource.indexOf('/') + 1)}/${day}/`;
}

/**
 * True if a source may have an unknown recording of the last two days: it was on air, or shows a match of these days.
 * Recordings of other sources are listed once a night, so that idle cameras cost next to nothing.
 */
export function mayHaveUnknownRecording(
  broadcast: Pick<Broadcast, 'startedAt' | 'stoppedAt'> | null,
  event: Pick<StoredEvent, 'scheduledStartDate' | 'scheduledFinishDate'> | undefined,
  now: number,
): boolean {
  const [from, to] = [now - 2 * dayMs, now + dayMs];
  if (broadcast && Date.parse(broadcast.stoppedAt ?? new Date(now).toISOString()) >= from) return true;
  return (
    event !== undefined && Date.parse(event.scheduledStartDate) <= to && Date.parse(event.scheduledFinishDate) >= from
  );
}

/** True for exactly one of the runs of a day, which are ten minutes apart. */
export function isNightlyRun(now: number): boolean {
  const at = new Date(now);
  return at.getUTCHours() === 3 && at.getUTCMinutes() < 10;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
