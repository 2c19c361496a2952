/**
 * Lifecycle of broadcasts. As in IVS, a reconnect is a new stream that joins the same recording within
 * `recordingReconnectWindowSeconds`; unlike in IVS, it also continues the same playlist.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Emit } from '../wire/service-event.ts';
import { createServiceEvent } from '../wire/service-event.ts';
import type { Picture } from './broadcast.ts';
import { Broadcast } from './broadcast.ts';
import type { Store } from './recording.ts';
import { createRecordingPrefix, Recording } from './recording.ts';
import type { RecordingStart } from './recording-playlists.ts';
import type { IngestReading } from './rtmp/meter.ts';
import type { Publication } from './rtmp/rtmp.ts';
import type { Channel, IvsState, StreamSession } from './state.ts';
import { randomId, readArnId } from './state.ts';

/** Milliseconds without data after which another encoder may replace the connected one. */
const silenceLimitMs = 3000;
const finishedKeepMs = 60_000;

export class LiveBroadcasts {
  /** Keyed by channel ARN. A finished broadcast stays for `finishedKeepMs`, so that viewers can play to the end. */
  readonly broadcasts = new Map<string, Broadcast>();
  readonly #recordings = new Map<Broadcast, Recording>();
  readonly #reconnectTimers = new Map<Broadcast, NodeJS.Timeout>();
  readonly #state: IvsState;
  readonly #folder: string;
  readonly #store: Store;
  readonly #emit: Emit;
  readonly #playlistIntervalMs: number;
  #closed = false;

  constructor(state: IvsState, folder: string, store: Store, emit: Emit, playlistIntervalMs: number) {
    this.#playlistIntervalMs = playlistIntervalMs;
    this.#state = state;
    this.#folder = folder;
    this.#store = store;
    this.#emit = emit;
    rmSync(join(folder, 'live'), { recursive: true, force: true });
    for (const session of state.data.sessions) session.endTime ??= new Date().toISOString();
  }

  /** Closes recordings that a crash left open. */
  finishInterrupted() {
    for (const recording of Recording.restoreUnfinished(this.#recordingsFolder, this.#store))
      void this.#close(recording);
  }

  isLive(channelArn: string): boolean {
    return this.broadcasts.get(channelArn)?.current !== undefined;
  }

  readIngest(channelId: string): IngestReading | undefined {
    const broadcast = [...this.broadcasts.values()].find(({ channelArn }) => readArnId(channelArn) === channelId);
    return broadcast?.current?.publication.meter.read();
  }

  /** Authorises a publisher by stream key; refuses a second encoder while the first is connected. */
  authorise = async (app: string, key: string): Promise<((publication: Publication) => void) | undefined> => {
    const { streamKeys, channels } = this.#state.data;
    const streamKey = Object.values(streamKeys).find(({ value }) => value === key);
    const channel = streamKey && channels[streamKey.channelArn];
    if (!channel || !['live', 'app'].includes(app) || this.#hasActiveEncoder(channel.arn)) return undefined;
    return (publication) => {
      // Another encoder may have connected since the check.
      if (this.#hasActiveEncoder(channel.arn)) publication.disconnect();
      else this.#publish(channel, publication);
    };
  };

  #hasActiveEncoder(channelArn: string): boolean {
    const current = this.broadcasts.get(channelArn)?.current;
    return current !== undefined && current.publication.readSilenceMs() < silenceLimitMs;
  }

  #publish(channel: Channel, publication: Publication) {
    const previous = this.broadcasts.get(channel.arn);
    previous?.current?.publication.disconnect();
    const canContinue =
      previous && !previous.isOver && previous.recordingConfigurationArn === channel.recordingConfigurationArn;
    // With another recording configuration the stream is a new broadcast, because the bucket may differ.
    if (previous && !previous.isOver && !canContinue) {
      clearTimeout(this.#reconnectTimers.get(previous));
      void this.#finish(previous);
    }
    const broadcast = canContinue ? previous : this.#create(channel);
    clearTimeout(this.#reconnectTimers.get(broadcast));
    this.#reconnectTimers.delete(broadcast);
    this.broadcasts.set(channel.arn, broadcast);
    const streamId = `st-${randomId(23)}`;
    this.#state.data.sessions.unshift({
      streamId,
      channelArn: channel.arn,
      startTime: new Date().toISOString(),
      channel: { ...channel },
      recordingConfiguration: this.#findConfiguration(channel),
      truncatedEvents: [],
    });
    this.#emitStreamState(channel, 'Session Created', streamId);
    void broadcast.accept(streamId, publication);
  }

  #create(channel: Channel): Broadcast {
    const folder = join(this.#folder, 'live', `${readArnId(channel.arn)}-${randomId(6)}`);
    const broadcast: Broadcast = new Broadcast(channel, folder, {
      onStart: (streamId, picture, publication) => {
        const session = this.#findSession(streamId);
        if (session) session.ingestConfiguration = createIngestConfiguration(picture, publication);
        this.#emitStreamState(channel, 'Stream Start', streamId);
        this.#record(channel, broadcast, streamId, picture);
      },
      onSegment: (streamId, segment, path) => this.#recordings.get(broadcast)?.add(path, segment, streamId),
      onEnd: (streamId, hasSegments) => {
        const session = this.#findSession(streamId);
        if (session) session.endTime = new Date().toISOString();
        this.#emitStreamState(channel, 'Session Ended', streamId);
        this.#emitStreamState(channel, hasSegments ? 'Stream End' : 'Stream Failure', streamId);
        if (this.#closed || broadcast.current) return;
        const seconds = this.#findConfiguration(channel)?.recordingReconnectWindowSeconds ?? 0;
        this.#reconnectTimers.set(
          broadcast,
          setTimeout(() => void this.#finish(broadcast), seconds * 1000),
        );
      },
    });
    return broadcast;
  }

  #record(channel: Channel, broadcast: Broadcast, streamId: string, { width, height, fps, codecs, info }: Picture) {
    const configuration = this.#findConfiguration(channel);
    if (!configuration || this.#recordings.has(broadcast)) return;
    const now = new Date();
    const start: RecordingStart = {
      id: randomId(16),
      channelArn: channel.arn,
      channelName: channel.name,
      bucket: configuration.destinationConfiguration.s3.bucketName,
      prefix: createRecordingPrefix(channel.arn, now),
      rendition: `${Math.min(width, height)}p${Math.round(fps)}`,
      width,
      height,
      codecs,
      matrix: info.video?.colour.matrix,
      startedAt: now.toISOString(),
      thumbnailSeconds: configuration.thumbnailConfiguration.targetIntervalSeconds,
    };
    const recording = new Recording(this.#recordingsFolder, this.#store, start, {
      playlistIntervalMs: this.#playlistIntervalMs,
    });
    this.#recordings.set(broadcast, recording);
    this.#emitRecordingState(start, 'Recording Start', [streamId]);
  }

  /** Ends the playlist and the recording when the reconnect window has passed. */
  async #finish(broadcast: Broadcast) {
    this.#reconnectTimers.delete(broadcast);
    broadcast.isOver = true;
    const recording = this.#recordings.get(broadcast);
    this.#recordings.delete(broadcast);
    if (recording) await this.#close(recording);
    setTimeout(() => {
      if (this.broadcasts.get(broadcast.channelArn) === broadcast) this.broadcasts.delete(broadcast.channelArn);
      broadcast.remove();
    }, finishedKeepMs).unref();
  }

  async #close(recording: Recording) {
    try {
      const { durationMs, streamIds } = await recording.finish();
      this.#emitRecordingState(recording.start, 'Recording End', streamIds, durationMs);
    } catch (error) {
      process.stderr.write(`ivs: recording ${recording.start.prefix}: ${error}\n`);
      this.#emitRecordingState(recording.start, 'Recording End Failure', [], 0, String(error));
    }
  }

  /** Stops all streams. Recordings stay open on disk until the next start closes them. */
  async close() {
    this.#closed = true;
    for (const timer of this.#reconnectTimers.values()) clearTimeout(timer);
    await Promise.all([...this.broadcasts.values()].map((broadcast) => broadcast.stop()));
    await Promise.all([...this.#recordings.values()].map((recording) => recording.drain()));
  }

  get #recordingsFolder() {
    return join(this.#folder, 'recordings');
  }

  #findConfiguration(channel: Channel) {
    return this.#state.data.recordingConfigurations[channel.recordingConfigurationArn];
  }

  #findSession(streamId: string): StreamSession | undefined {
    return this.#state.data.sessions.find((each) => each.streamId === streamId);
  }

  #emitStreamState({ arn, name }: Channel, event: string, streamId: string) {
    const eventTime = new Date().toISOString();
    this.#findSession(streamId)?.truncatedEvents.unshift({ name: event, type: 'IVS Stream State Change', eventTime });
    this.#state.save();
    const detail = { event_name: event, channel_name: name, stream_id: streamId };
    this.#emit(createServiceEvent('aws.ivs', 'IVS Stream State Change', arn, detail));
  }

  #emitRecordingState(start: RecordingStart, status: string, streamIds: string[], durationMs = 0, reason = '') {
    this.#emit(
      createServiceEvent('aws.ivs', 'IVS Recording State Change', start.channelArn, {
        channel_name: start.channelName,
        stream_id: streamIds.at(-1) ?? '',
        recording_status: status,
        recording_status_reason: reason,
        recording_s3_bucket_name: start.bucket,
        recording_s3_key_prefix: start.prefix,
        recording_duration_ms: durationMs,
        recording_session_stream_ids: streamIds,
      }),
    );
  }
}

/** Contains only what the product reads. */
function createIngestConfiguration({ width, height }: Picture, { metadata: { encoder } }: Publication) {
  return {
    video: { encoder: typeof encoder === 'string' ? encoder : undefined, videoWidth: width, videoHeight: height },
  };
}
