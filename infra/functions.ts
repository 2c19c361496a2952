/**
 * The Lambda functions: one a feature with the endpoints that it serves, one an event source. The Api stack and the
 * local platform both read this list.
 */
import { accountEndpoints } from '../shared/accounts.ts';
import { cameraEndpoints } from '../shared/cameras.ts';
import { clubEndpoints } from '../shared/clubs.ts';
import { contentEndpoints } from '../shared/content.ts';
import type { Endpoints } from '../shared/endpoint.ts';
import { eventEndpoints } from '../shared/events.ts';
import { liveEndpoints } from '../shared/live.ts';
import { playbackEndpoints } from '../shared/playback.ts';
import { referenceEndpoints } from '../shared/reference.ts';
import { thumbnailEndpoints } from '../shared/thumbnails.ts';
import { uploadEndpoints } from '../shared/uploads.ts';
import { vodEndpoints } from '../shared/vods.ts';
import type { EventPattern } from './local/event-pattern.ts';

interface Common {
  name: string;
  /** The module that exports `handler`, from the project's root. */
  entry: string;
  memoryMb: number;
}

export interface ApiFunction extends Common {
  endpoints: Endpoints;
}

/** What a job reacts to: an EventBridge pattern, or the clock. */
export interface JobFunction extends Common {
  on: { source: string; detailType: string; detail?: EventPattern } | { everyMinutes: number };
  timeoutSeconds: number;
}

const api = (name: string, endpoints: Endpoints, memoryMb = 512): ApiFunction => ({
  name,
  entry: `functions/${name}/routes.ts`,
  endpoints,
  memoryMb,
});

export const apiFunctions: ApiFunction[] = [
  api('accounts', accountEndpoints),
  api('clubs', clubEndpoints),
  api('events', eventEndpoints),
  api('vods', vodEndpoints),
  api('live', liveEndpoints),
  api('cameras', cameraEndpoints),
  api('content', contentEndpoints),
  api('uploads', uploadEndpoints),
  // Decoding a picture of 50 megapixels takes memory.
  api('thumbnails', thumbnailEndpoints, 1536),
  api('playback', playbackEndpoints),
  api('reference', referenceEndpoints),
];

/** Answers what no route matches. */
export const fallbackFunction: Common = { name: 'fallback', entry: 'functions/reference/fallback.ts', memoryMb: 256 };

const job = (name: string, on: JobFunction['on'], timeoutSeconds = 60, memoryMb = 512): JobFunction => ({
  name,
  entry: `functions/jobs/${name}.ts`,
  on,
  timeoutSeconds,
  memoryMb,
});

const arrived = (prefixes: string[]) => ({
  source: 'aws.s3',
  detailType: 'Object Created',
  detail: { object: { key: prefixes.map((prefix) => ({ prefix })) } },
});

export const jobFunctions: JobFunction[] = [
  job('upload-arrived', arrived(['vods/', 'contentvideos/'])),
  job('picture-arrived', arrived(['pictures/']), 60, 1536),
  job('transcode-state', { source: 'aws.mediaconvert', detailType: 'MediaConvert Job State Change' }),
  job('stream-state', { source: 'aws.ivs', detailType: 'IVS Stream State Change' }),
  job('recording-state', { source: 'aws.ivs', detailType: 'IVS Recording State Change' }),
  job('reconcile', { everyMinutes: 1 }),
  job('sweep', { everyMinutes: 60 }, 300),
];
