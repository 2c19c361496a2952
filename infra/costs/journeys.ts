/**
 * Requests per viewer, for the monthly costs (costs.ts) and the kick-off benchmark (tests/bench/kickoff.ts). List
 * requests do not count, because the edge answers them.
 */
import { accessCheckMs, liveRefreshMs, watchReportMs } from '../../shared/domain/limits.ts';
import measurement from './measured.json' with { type: 'json' };

export const requestKinds = [
  /** POST /session/login: Cognito checks the password. */
  'login',
  /** GET /users/me: once per page. */
  'account',
  /** GET /liveusers/{slug}, again every 30 s, or 60 s of a large audience. */
  'live',
  /** GET /live/{slug}/index.m3u8: checks access and redirects to IVS. */
  'livePlaylist',
  /** GET /vods/{id}. */
  'recording',
  /** GET /vods/{id}/hls/index.m3u8. */
  'master',
  /** GET /vods/{id}/hls/index_720p.m3u8: a match of two hours, signed. */
  'rendition',
  /** GET /vods/{id}/hls/{generation}.key. */
  'key',
  /** PATCH /session: heartbeat of a viewer. */
  'report',
  /** PATCH /session of a recording: heartbeat with position and watched ranges. */
  'progress',
  /** GET /vods, a page of twelve: cached at the edge for ten seconds. */
  'list',
  /** HTML page with its own head: cached at the edge for a minute. */
  'page',
] as const;
export type RequestKind = (typeof requestKinds)[number];

/** The edge answers these kinds during a rush. The monthly estimate counts each visit's page as uncached. */
export const edgeCachedKinds: readonly RequestKind[] = ['list', 'page'];

export interface Journey {
  /** Requests when a page opens. */
  start: Partial<Record<RequestKind, number>>;
  hour: Partial<Record<RequestKind, number>>;
}

const countPerHour = (ms: number) => 3_600_000 / ms;

/** Each heartbeat of a recording contains the position; access by payment is checked again. */
const recordedHour: Journey['hour'] = { progress: countPerHour(watchReportMs), recording: countPerHour(accessCheckMs) };

export const journeys: Record<'live' | 'delayed' | 'recorded' | 'unencoded', Journey> = {
  live: {
    start: { page: 1, account: 1, live: 1, livePlaylist: 1, report: 1 },
    hour: { report: countPerHour(watchReportMs), live: countPerHour(liveRefreshMs) },
  },
  // A live watched from its recording. The playlists of its renditions are counted apart (month.ts), because the
  // edge answers most of them.
  delayed: {
    start: { page: 1, account: 1, live: 1, master: 1, report: 1 },
    hour: { report: countPerHour(watchReportMs), live: countPerHour(liveRefreshMs) },
  },
  recorded: {
    // Two renditions, because the player switches once it has measured the bandwidth.
    start: { page: 1, account: 1, recording: 1, master: 1, rendition: 2, key: 1, report: 1 },
    hour: recordedHour,
  },
  // A broadcast played as IVS recorded it has no key.
  unencoded: { start: { page: 1, account: 1, recording: 1, master: 1, rendition: 2, report: 1 }, hour: recordedHour },
};

/** Share of viewers who must log in. */
export const loginShare = 0.1;

/** Cost of one request, measured by `npm run bench -- kickoff --record`. */
export interface RequestCost {
  /** CPU time of one core in a warm process. */
  cpuMs: number;
  /** Round trips to DynamoDB, most of them sequential. */
  calls: number;
  reads: number;
  /** Write units by table. */
  writes: Record<string, number>;
  /** Read units of the one item or partition that all viewers of a match read. */
  sharedReads: number;
  bytes: number;
}

export const countWrites = ({ writes }: RequestCost) => Object.values(writes).reduce((sum, units) => sum + units, 0);

export interface Measured {
  date: string;
  requests: Record<RequestKind, RequestCost>;
}

export const measured: Measured = measurement;

/** Lambda gives one core per 1,769 MB. https://docs.aws.amazon.com/lambda/latest/dg/configuration-memory.html */
export const coreMb = 1769;
export const memoryMb = 512;
/** Milliseconds of a DynamoDB call within the region; assumed, not measured. */
export const dynamoMs = 4;

export const computeDurationMs = ({ cpuMs, calls }: RequestCost) => cpuMs * (coreMb / memoryMb) + calls * dynamoMs;
