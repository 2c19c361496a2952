/**
 * Broadcasts: from the first picture to the recorded video, or to the reason why there is none. A recording belongs to
 * the broadcast in which it began, and a broadcast to the match that it showed first. Pure. Rows: B-API-96, B-API-97.
 */
import type { BroadcastState } from '../../../shared/contract/broadcasts.ts';
import { reconnectWindowMs } from '../../../shared/domain/limits.ts';
import type { ShownEvent } from '../live/rules.ts';

export interface StoredBroadcast {
  id: string;
  /** Recordings lie under the channel's name, also when the source is gone. */
  channelArn: string;
  sourceId: string;
  startedAt: string;
  /** Null while it is on air. */
  endedAt: string | null;
  event: ShownEvent | null;
  /** The service's streams: each reconnect is a new one. */
  streamIds: string[];
  /** By prefix in the recordings bucket. Usually one; the service may begin another after a drop. */
  recordings: Record<string, Outcome>;
  /** Where the service records it now. */
  recordingPrefix?: string;
  /** Key of a recent picture of it, for staff. */
  frame?: string;
  /** The most that watched at once. */
  peak?: number;
  /** Set when nothing more is to come, with the reason why there is no video. */
  closedAt?: string;
  failure?: string | null;
}

/** What became of one recording. */
export type Outcome =
  | { kind: 'VIDEO'; vodId: string }
  | { kind: 'FAILED'; reason: string }
  /** Nobody was to see it, or it belongs to no match. */
  | { kind: 'NOT_KEPT' };

export const failures = {
  missing: 'La emisión ha terminado y no ha llegado ninguna grabación',
  service: 'El servicio de directos no ha podido grabar la emisión',
  empty: 'La grabación está vacía',
  unplayable:
    'Alguien ha conectado con la clave, pero no ha llegado nada que se pueda emitir: pon el video en H.264 (no en H.265 ni HEVC) y el sonido en AAC (no en MP3)',
} as const;

/** The service finishes a recording within minutes of its end; later ones are taken all the same. */
export const patienceMs = 15 * 60_000;

/** Shorter than what the service records. */
const shortestMs = 15_000;

/** The service counts its recordings from a moment after its streams. */
const toleranceMs = 5_000;

/** What is known of a recording when its broadcast is looked for. */
export interface RecordingTrace {
  startedAt: string;
  streamIds?: readonly string[];
  /** The match that its source showed then; undefined where nobody can say. */
  eventId?: string | undefined;
}

/**
 * The broadcast in which a recording began. Times alone do not tell: the end of a broadcast may be noticed when the next
 * match is on air already, and that next broadcast may never have been noticed at all.
 */
export function broadcastOf<T extends Pick<StoredBroadcast, 'startedAt' | 'endedAt' | 'streamIds' | 'event'>>(
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

/** The end of waiting for a broadcast; undefined while something may still come. */
export function conclusion(broadcast: StoredBroadcast, now: number): { failure: string | null } | undefined {
  const { startedAt, endedAt, event, recordings } = broadcast;
  if (endedAt === null || now - Date.parse(endedAt) < reconnectWindowMs) return undefined;
  const outcomes = Object.values(recordings);
  if (outcomes.some(({ kind }) => kind !== 'FAILED')) return { failure: null };
  if (outcomes.length === 0 && now - Date.parse(endedAt) < patienceMs) return undefined;
  const isShort = Date.parse(endedAt) - Date.parse(startedAt) < shortestMs;
  return { failure: isShort || event === null ? null : (failureOf(broadcast) ?? failures.missing) };
}

/** The ids of its videos. */
export const videosOf = ({ recordings }: Pick<StoredBroadcast, 'recordings'>): string[] =>
  Object.values(recordings).flatMap((outcome) => (outcome.kind === 'VIDEO' ? [outcome.vodId] : []));

export function stateOf({ endedAt, recordings, closedAt, failure }: StoredBroadcast): BroadcastState {
  const outcomes = Object.values(recordings);
  if (endedAt === null) return 'ON_AIR';
  if (outcomes.some(({ kind }) => kind === 'VIDEO')) return 'RECORDED';
  if (failure) return 'FAILED';
  return closedAt || outcomes.some(({ kind }) => kind === 'NOT_KEPT') ? 'NOT_KEPT' : 'SAVING';
}

/** Why it failed, for staff. */
export function failureOf({ recordings, failure }: StoredBroadcast): string | null {
  const failed = Object.values(recordings).find((outcome) => outcome.kind === 'FAILED');
  return failure ?? (failed?.kind === 'FAILED' ? failed.reason : null);
}

/** Folders of the recordings bucket, by hour, in which a broadcast's recordings may have begun. */
export function hourFolders({ channelArn, startedAt, endedAt }: StoredBroadcast): string[] {
  const first = Math.floor(Date.parse(startedAt) / hourMs);
  const last = Math.floor((Date.parse(endedAt ?? startedAt) + reconnectWindowMs) / hourMs);
  // Nobody broadcasts for longer than two days.
  const hours = Array.from({ length: Math.min(48, last - first + 1) }, (_, index) => (first + index) * hourMs);
  return hours.map((hour) => {
    const at = new Date(hour);
    return `${dayFolder(channelArn, at)}${at.getUTCHours()}/`;
  });
}

/** `ivs/v1/{account}/{channel}/{year}/{month}/{day}/`; the service writes its numbers without leading zeros. */
export function dayFolder(channelArn: string, at: Date): string {
  const [, , , , account, resource = ''] = channelArn.split(':');
  const day = [at.getUTCFullYear(), at.getUTCMonth() + 1, at.getUTCDate()].join('/');
  return `ivs/v1/${account}/${resource.slice(resource.indexOf('/') + 1)}/${day}/`;
}

const hourMs = 3_600_000;
