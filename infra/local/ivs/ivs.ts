/**
 * Amazon IVS (low latency) emulator: control API, RTMP ingest, live playback, recording to S3, events. Unsupported:
 * transcoding (one rendition, copied), SRT, RTMPS, playback restriction policies, ads, Stream Health events, most
 * quotas.
 */
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { type Emulator, listen } from '../wire/http-server.ts';
import { createUnknownError, startRestService } from '../wire/json-service.ts';
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
  const api = await startRestService('IVS', (request, input) => answer(request, input, calls));
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

function answer({ method, url = '' }: IncomingMessage, input: unknown, calls: Record<string, Call>) {
  // All calls but those about tags are named by their path.
  const [, tagged] = /^\/tags\/(.+)$/.exec(url) ?? [];
  const name = tagged ? 'TagResource' : url.slice(1);
  const call = method === 'POST' && Object.hasOwn(calls, name) ? calls[name] : undefined;
  if (!call) throw createUnknownError('IVS', `${method} /${name}`);
  return call(tagged ? { ...(input as object), resourceArn: decodeURIComponent(tagged) } : input);
}
