/**
 * What a viewer's page asks of the functions, and how often: the same figures for the month's costs (costs.ts) and for the
 * rush at kick-off (tests/bench/kickoff.ts). Lists are not among them: the edge answers those, however many ask.
 */
import { accessCheckMs, watchReportMs } from '../../shared/domain/limits.ts';

export const requestKinds = [
  /** POST /session/login: Cognito checks the password. */
  'login',
  /** GET /users/me: each page, once. */
  'account',
  /** GET /liveusers/{slug}, again every 30 s. */
  'live',
  /** GET /live/{slug}/index.m3u8: the judgement that leads to IVS. */
  'livePlaylist',
  /** GET /vods/{id}. */
  'recording',
  /** GET /vods/{id}/hls/index.m3u8. */
  'master',
  /** GET /vods/{id}/hls/index_720p.m3u8: a match of two hours, signed. */
  'rendition',
  /** GET /vods/{id}/hls/{generation}.key. */
  'key',
  /** PATCH /session: somebody still watches. */
  'report',
  /** PATCH /session of a recording: somebody still watches, where, and what of it. */
  'progress',
  /** GET /vods, a page of twelve: of the edge, once in ten seconds. */
  'list',
  /** The app's page with the head of its address: of the edge, where somebody opened it in the minute before. */
  'page',
] as const;
export type RequestKind = (typeof requestKinds)[number];

/** The same for everybody at one match: in a rush the edge answers them. A month counts each visit's page as made anew. */
export const ofTheEdge: readonly RequestKind[] = ['list', 'page'];

export interface Journey {
  /** Requests when the page opens. */
  start: Partial<Record<RequestKind, number>>;
  /** Requests of an hour of watching. */
  hour: Partial<Record<RequestKind, number>>;
}

const everyHour = (ms: number) => 3_600_000 / ms;

export const journeys: Record<'live' | 'recorded', Journey> = {
  live: {
    start: { page: 1, account: 1, live: 1, livePlaylist: 1, report: 1 },
    // As often as web/routes/live.tsx looks again.
    hour: { report: everyHour(watchReportMs), live: everyHour(30_000) },
  },
  recorded: {
    // Two renditions: the line decides after some seconds.
    start: { page: 1, account: 1, recording: 1, master: 1, rendition: 2, key: 1, report: 1 },
    // Each report says where the recording is; a right of a payment is asked for again.
    hour: { progress: everyHour(watchReportMs), recording: everyHour(accessCheckMs) },
  },
};

/** Of those who come, the part that is not logged in any more. */
export const loginShare = 0.1;

/** What one request costs, measured by `npm run bench -- kickoff --record`. */
export interface RequestCost {
  /** Of one core, in a warm process. */
  cpuMs: number;
  /** Round trips to DynamoDB, most of them one after the other. */
  calls: number;
  /** Read units. */
  reads: number;
  /** Write units, by table. */
  writes: Record<string, number>;
  /** Read units of the one item, or partition, that every viewer of a match reads. */
  sharedReads: number;
  /** Of the answer. */
  bytes: number;
}

export const writesOf = ({ writes }: RequestCost) => Object.values(writes).reduce((sum, units) => sum + units, 0);

export interface Measured {
  /** Day of the measurement. */
  date: string;
  requests: Record<RequestKind, RequestCost>;
}

/** Lambda gives one core per 1,769 MB. https://docs.aws.amazon.com/lambda/latest/dg/configuration-memory.html */
export const coreMb = 1769;
/** Of our functions for viewers. */
export const memoryMb = 512;
/** A call to DynamoDB within a region, in milliseconds; assumed, for nobody has measured it from here. */
export const dynamoMs = 4;

export const durationMs = ({ cpuMs, calls }: RequestCost) => cpuMs * (coreMb / memoryMb) + calls * dynamoMs;
