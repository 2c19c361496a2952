/**
 * Amazon IVS (low latency) emulator: control API, RTMP ingest, live playback, recording to S3, events. Unsupported:
 * transcoding (one rendition, copied), SRT, RTMPS, playback restriction policies, ads, Stream Health events, most
 * quotas.
 */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import type { Emulator } from '../wire/http-server.ts';
import { listen, readBody, ServiceError } from '../wire/http-server.ts';
import type { Emit } from '../wire/service-event.ts';
import type { Call } from './calls.ts';
import { createControlCalls } from './control.ts';
import { LiveBroadcasts } from './live-broadcasts.ts';
import { Playback } from './playback.ts';
import type { Store } from './recording.ts';
import type { IngestReading } from './rtmp/meter.ts';
import { startRtmp } from './rtmp/rtmp.ts';
import { IvsState } from './state.ts';
import { createStreamCalls } from './stream-calls.ts';

export type { IngestReading } from './rtmp/meter.ts';

export interface LocalIvs extends Emulator {
  playbackUrl: string;
  rtmpPort: number;
  /** Reads a channel's current ingest metrics; `channelId` is the last part of its ARN. */
  readIngest: (channelId: string) => IngestReading | undefined;
}

export interface IvsOptions {
  dataDir: string;
  store: Store;
  emit: Emit;
  port?: number;
  /** Must be fixed where `dataDir` outlives the process, because stored channels keep their playback URLs. */
  playbackPort?: number;
  rtmpPort: number;
  /** Milliseconds between updates of a recording's playlists; defaults to IVS's 30 s. */
  playlistIntervalMs?: number;
}

export async function startIvs(options: IvsOptions): Promise<LocalIvs> {
  const folder = join(options.dataDir, 'ivs');
  const state = new IvsState(folder);
  const liveBroadcasts = new LiveBroadcasts(
    state,
    folder,
    options.store,
    options.emit,
    options.playlistIntervalMs ?? 30_000,
  );
  const rtmp = await startRtmp({ port: options.rtmpPort, authorise: liveBroadcasts.authorise });
  const rtmpPort = Number(rtmp.url.slice(rtmp.url.lastIndexOf(':') + 1));
  const playback = new Playback(state, liveBroadcasts.broadcasts);
  const player = await listen((request, response) => void playback.handle(request, response), options.playbackPort);
  const playbackUrl = player.url.replace('127.0.0.1', 'localhost');
  const calls = {
    ...createControlCalls({
      state,
      ingestEndpoint: `rtmp://127.0.0.1:${rtmpPort}/live`,
      playbackOrigin: playbackUrl,
      isLive: (channelArn) => liveBroadcasts.isLive(channelArn),
    }),
    ...createStreamCalls(state, liveBroadcasts, playback, playbackUrl),
  };
  const api = await listen(async (request, response) => {
    const { status, body, code } = await answer(request, calls);
    const headers = { 'content-type': 'application/json', 'x-amzn-requestid': randomUUID() };
    response.writeHead(status, { ...headers, ...(code && { 'x-amzn-errortype': code }) });
    response.end(body === undefined ? undefined : JSON.stringify(body));
  }, options.port);
  liveBroadcasts.finishInterrupted();
  return {
    url: api.url,
    playbackUrl,
    rtmpPort,
    readIngest: (channelId) => liveBroadcasts.readIngest(channelId),
    close: async () => {
      await rtmp.close();
      await liveBroadcasts.close();
      await Promise.all([api.close(), player.close()]);
    },
  };
}

interface Answer {
  status: number;
  body?: unknown;
  code?: string;
}

async function answer(request: IncomingMessage, calls: Record<string, Call>): Promise<Answer> {
  // All calls but those about tags are named by their path.
  const [, tagged] = /^\/tags\/(.+)$/.exec(request.url ?? '') ?? [];
  const name = tagged ? 'TagResource' : (request.url?.slice(1) ?? '');
  const call = request.method === 'POST' && Object.hasOwn(calls, name) ? calls[name] : undefined;
  try {
    const raw = await readBody(request, 1024 * 1024);
    if (!call)
      throw new ServiceError(
        'UnknownOperationException',
        `The local IVS does not support ${request.method} /${name}`,
        404,
      );
    const input = raw.length > 0 ? JSON.parse(raw.toString('utf8')) : undefined;
    const body = await call(tagged ? { ...input, resourceArn: decodeURIComponent(tagged) } : input);
    return body === undefined ? { status: 204 } : { status: 200, body };
  } catch (error) {
    const failure =
      error instanceof SyntaxError ? new ServiceError('ValidationException', 'The body is not JSON') : error;
    if (!(failure instanceof ServiceError)) {
      process.stderr.write(`ivs: ${name}: ${failure instanceof Error ? failure.stack : failure}\n`);
      return { status: 500, body: { exceptionMessage: 'Internal error' }, code: 'InternalServerException' };
    }
    // A 404 of a known call is normal operation, and is not logged.
    if (failure.status !== 404 || !call) process.stderr.write(`ivs: ${name}: ${failure.message}\n`);
    const body = { message: failure.message, exceptionMessage: failure.message };
    return { status: failure.status, body, code: failure.code };
  }
}
