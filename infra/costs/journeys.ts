/**
 * Requests per viewer, used by the monthly costs (costs.ts) and the kick-off benchmark (tests/bench/kickoff.ts). The edge
 * answers list requests, so they do not count per viewer.
 */
import { accessCheckMs, watchReportMs } from '../../shared/domain/limits.ts';

export const requestKinds = [
  /** POST /session/login: Cognito checks the password. */
  'login',
  /** GET /users/me: once per page. */
  'account',
  /** GET /liveusers/{slug}, again every 30 s. */
  'live',
  /** GET /live/{slug}/index.m3u8: access check and redirect to IVS. */
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

/** Answered by the edge during a rush. The monthly estimate counts each visit's page as uncached. */
export const edgeCachedKinds: readonly RequestKind[] = ['list', 'page'];

export interface Journey {
  /** Requests when a page opens. */
  start: Partial<Record<RequestKind, number>>;
  /** Requests per hour of watching. */
  hour: Partial<Record<RequestKind, number>>;
}

const countPerHour = (ms: number) => 3_600_000 / ms;

/** Each heartbeat of a recording contains the position; paid access is checked again. */
const recordedHour: Journey['hour'] = { progress: countPerHour(watchReportMs), recording: countPerHour(accessCheckMs) };

export const journeys: Record<'live' | 'delayed' | 'recorded' | 'unencoded', Journey> = {
  live: {
    start: { page: 1, account: 1, live: 1, livePlaylist: 1, report: 1 },
    // Poll interval of web/routes/live.tsx.
    hour: { report: countPerHour(watchReportMs), live: countPerHour(30_000) },
  },
  // A live watched from its recording, without its renditions' playlists, which mostly the edge answers (month.ts).
  delayed: {
    start: { page: 1, account: 1, live: 1, master: 1, report: 1 },
    hour: { report: countPerHour(watchReportMs), live: countPerHour(30_000) },
  },
  recorded: {
    // Two renditions, as the player switches after measuring the bandwidth.
    start: { page: 1, account: 1, recording: 1, master: 1, rendition: 2, key: 1, report: 1 },
    hour: recordedHour,
  },
  // A broadcast as IVS recorded it has no key.
  unencoded: {
    start: { page: 1, account: 1, recording: 1, master: 1, rendition: 2, report: 1 },
    hour: recordedHour,
  },
};

/** Share of viewers who must log in. */
export const loginShare = 0.1;

/** Cost of one request, measured by `npm run bench -- kickoff --record`. */
export interface RequestCost {
  /** CPU time of one core in a warm process. */
  cpuMs: number;
  /** Round trips to DynamoDB, mostly sequential. */
  calls: number;
  /** Read units. */
  reads: number;
  /** Write units, by table. */
  writes: Record<string, number>;
  /** Read units of the item or partition that all viewers of a match read. */
  sharedReads: number;
  /** Size of the response. */
  bytes: number;
}

export const countWrites = ({ writes }: RequestCost) => Object.values(writes).reduce((sum, units) => sum + units, 0);

export interface Measured {
  /** Day of the measurement. */
  date: string;
  requests: Record<RequestKind, RequestCost>;
}

/** Lambda gives one core per 1,769 MB. https://docs.aws.amazon.com/lambda/latest/dg/configuration-memory.html */
export const coreMb = 1769;
/** Memory of the functions for viewers. */
export const memoryMb = 512;
/** Assumed, not measured: milliseconds of a DynamoDB call within a region. */
export const dynamoMs = 4;

export const computeDurationMs = ({ cpuMs, calls }: RequestCost) => cpuMs * (coreMb / memoryMb) + calls * dynamoMs;
