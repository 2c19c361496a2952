/** Lifecycle of live broadcasts: accepts encoders, handles drops and reconnects, records, emits events. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Emit } from '../wire/service-event.ts';
import { createServiceEvent } from '../wire/service-event.ts';
import type { Picture } from './pipeline.ts';
import { Broadcast } from './pipeline.ts';
import type { RecordingStart, Store } from './recording.ts';
import { Recording, recordingPrefix } from './recording.ts';
import type { IngestReading } from './rtmp/meter.ts';
import type { Publication } from './rtmp/rtmp.ts';
import type { Channel, IvsState, StreamSession } from './state.ts';
import { idOf, randomId } from './state.ts';

/** Milliseconds of silence after which another encoder may replace this one. */
const silent = 3000;
/** Milliseconds for which a finished broadcast remains playable. */
const farewell = 60_000;

export class OnAir {
  /** By channel ARN; finished broadcasts stay for a while, so that viewers can play to the end. */
  readonly broadcasts = new Map<string, Broadcast>();
  readonly #recordings = new Map<Broadcast, Recording>();
  readonly #windows = new Map<Broadcast, NodeJS.Timeout>();
  readonly #state: IvsState;
  readonly #folder: string;
  readonly #store: Store;
  readonly #emit: Emit;
  readonly #listEveryMs: number;
  #closed = false;

  constructor(state: IvsState, folder: string, store: Store, emit: Emit, listEveryMs: number) {
    this.#listEveryMs = listEveryMs;
    this.#state = state;
    this.#folder = folder;
    this.#store = store;
    this.#emit = emit;
    rmSync(join(folder, 'live'), { recursive: true, force: true });
    for (const session of state.data.sessions) session.endTime ??= new Date().toISOString();
  }

  /** Closes recordings that a crash left open. */
  finishInterrupted() {
    for (const recording of Recording.unfinished(this.#recordingsFolder, this.#store)) void this.#close(recording);
  }

  isLive(channelArn: string): boolean {
    return this.broadcasts.get(channelArn)?.current !== undefined;
  }

  ingest(channelId: string): IngestReading | undefined {
    const broadcast = [...this.broadcasts.values()].find(({ channelArn }) => idOf(channelArn) === channelId);
    return broadcast?.current?.publication.meter.read();
  }

  /** Authorises a publisher by stream key; rejects a second encoder while the first is connected. */
  authorise = async (app: string, key: string): Promise<((publication: Publication) => void) | undefined> => {
    const { streamKeys, channels } = this.#state.data;
    const streamKey = Object.values(streamKeys).find(({ value }) => value === key);
    const channel = streamKey && channels[streamKey.channelArn];
    if (!channel || !['live', 'app'].includes(app) || this.#isTaken(channel.arn)) return undefined;
    return (publication) => {
      // Another encoder may have connected since the check.
      if (this.#isTaken(channel.arn)) publication.disconnect();
      else this.#publish(channel, publication);
    };
  };

  #isTaken(channelArn: string): boolean {
    const current = this.broadcasts.get(channelArn)?.current;
    return current !== undefined && current.publication.silence() < silent;
  }

  #publish(channel: Channel, publication: Publication) {
    const known = this.broadcasts.get(channel.arn);
    known?.current?.publication.disconnect();
    const isSame = known && !known.over && known.recordedBy === channel.recordingConfigurationArn;
    // A changed recording configuration, possibly with another bucket, needs a new broadcast.
    if (known && !known.over && !isSame) {
      clearTimeout(this.#windows.get(known));
      void this.#finish(known);
    }
    const broadcast = isSame ? known : this.#create(channel);
    clearTimeout(this.#windows.get(broadcast));
    this.#windows.delete(broadcast);
    this.broadcasts.set(channel.arn, broadcast);
    const streamId = `st-${randomId(23)}`;
    this.#state.data.sessions.unshift({
      streamId,
      channelArn: channel.arn,
      startTime: new Date().toISOString(),
      channel: { ...channel },
      recordingConfiguration: this.#configurationOf(channel),
      truncatedEvents: [],
    });
    this.#announce(channel, 'Session Created', streamId);
    void broadcast.take(streamId, publication);
  }

  #create(channel: Channel): Broadcast {
    const folder = join(this.#folder, 'live', `${idOf(channel.arn)}-${randomId(6)}`);
    const broadcast: Broadcast = new Broadcast(channel, folder, {
      started: (streamId, picture, publication) => {
        const session = this.#session(streamId);
        if (session) session.ingestConfiguration = ingestConfiguration(picture, publication);
        this.#announce(channel, 'Stream Start', streamId);
        this.#record(channel, broadcast, streamId, picture);
      },
      segment: (streamId, segment, path) => this.#recordings.get(broadcast)?.add(path, segment, streamId),
      ended: (streamId, watched) => {
        const session = this.#session(streamId);
        if (session) session.endTime = new Date().toISOString();
        this.#announce(channel, 'Session Ended', streamId);
        this.#announce(channel, watched ? 'Stream End' : 'Stream Failure', streamId);
        if (this.#closed || broadcast.current) return;
        const seconds = this.#configurationOf(channel)?.recordingReconnectWindowSeconds ?? 0;
        this.#windows.set(
          broadcast,
          setTimeout(() => void this.#finish(broadcast), seconds * 1000),
        );
      },
    });
    return broadcast;
  }

  #record(channel: Channel, broadcast: Broadcast, streamId: string, { width, height, fps, codecs }: Picture) {
    const configuration = this.#configurationOf(channel);
    if (!configuration || this.#recordings.has(broadcast)) return;
    const now = new Date();
    const {
      recordingMode,
      targetIntervalSeconds = 60,
      storage = ['SEQUENTIAL'],
    } = configuration.thumbnailConfiguration;
    const start: RecordingStart = {
      id: randomId(16),
      channelArn: channel.arn,
      channelName: channel.name,
      bucket: configuration.destinationConfiguration.s3.bucketName,
      prefix: recordingPrefix(channel.arn, now),
      rendition: `${Math.min(width, height)}p${Math.round(fps)}`,
      width,
      height,
      codecs,
      startedAt: now.toISOString(),
      thumbnails: recordingMode === 'DISABLED' ? 0 : targetIntervalSeconds,
      thumbnailStorage: storage,
    };
    const recording = new Recording(this.#recordingsFolder, this.#store, start, { listEveryMs: this.#listEveryMs });
    this.#recordings.set(broadcast, recording);
    this.#announceRecording(start, 'Recording Start', [streamId]);
  }

  /** Ends the playlist and the recording when the reconnect window has passed. */
  async #finish(broadcast: Broadcast) {
    this.#windows.delete(broadcast);
    broadcast.over = true;
    const recording = this.#recordings.get(broadcast);
    this.#recordings.delete(broadcast);
    if (recording) await this.#close(recording);
    setTimeout(() => {
      if (this.broadcasts.get(broadcast.channelArn) === broadcast) this.broadcasts.delete(broadcast.channelArn);
      broadcast.remove();
    }, farewell).unref();
  }

  async #close(recording: Recording) {
    try {
      const { durationMs, streamIds } = await recording.finish();
      this.#announceRecording(recording.start, 'Recording End', streamIds, durationMs);
    } catch (error) {
      process.stderr.write(`ivs: recording ${recording.start.prefix}: ${error}\n`);
      this.#announceRecording(recording.start, 'Recording End Failure', [], 0, String(error));
    }
  }

  /** Leaves recordings open on disk; the next start closes them. */
  async close() {
    this.#closed = true;
    for (const timer of this.#windows.values()) clearTimeout(timer);
    await Promise.all([...this.broadcasts.values()].map((broadcast) => broadcast.stop()));
    await Promise.all([...this.#recordings.values()].map((recording) => recording.settled()));
  }

  get #recordingsFolder() {
    return join(this.#folder, 'recordings');
  }

  #configurationOf(channel: Channel) {
    return this.#state.data.recordingConfigurations[channel.recordingConfigurationArn];
  }

  #session(streamId: string): StreamSession | undefined {
    return this.#state.data.sessions.find((each) => each.streamId === streamId);
  }

  #announce({ arn, name }: Channel, event: string, streamId: string) {
    const eventTime = new Date().toISOString();
    this.#session(streamId)?.truncatedEvents.unshift({ name: event, type: 'IVS Stream State Change', eventTime });
    this.#state.save();
    const detail = { event_name: event, channel_name: name, stream_id: streamId };
    this.#emit(createServiceEvent('aws.ivs', 'IVS Stream State Change', arn, detail));
  }

  #announceRecording(start: RecordingStart, status: string, streamIds: string[], durationMs = 0, reason = '') {
    this.#emit(
      createServiceEvent('aws.ivs', 'IVS Recording State Change', start.channelArn, {
        channel_name: start.channelName,
        stream_id: streamIds.at(-1) ?? '',
        recording_status: status,
        recording_status_reason: reason,
        recording_s3_bucket_name: start.bucket,
        recording_s3_key_prefix: start.prefix,
        recording_duration_ms: durationMs,
        recording_session_id: start.id,
        recording_session_stream_ids: streamIds,
      }),
    );
  }
}

function ingestConfiguration(picture: Picture, { metadata }: Publication): StreamSession['ingestConfiguration'] {
  const { width, height, fps, codecs, bitrate, info } = picture;
  // RTMP metadata has kilobits per second.
  const bits = (value: unknown) => (typeof value === 'number' && value > 0 ? Math.round(value * 1000) : undefined);
  const [video, audio] = codecs.split(',');
  return {
    video: {
      codec: video,
      avcProfile: info.video?.profile,
      encoder: typeof metadata.encoder === 'string' ? metadata.encoder : undefined,
      targetBitrate: bits(metadata.videodatarate) ?? bitrate,
      targetFramerate: Math.round(fps),
      videoWidth: width,
      videoHeight: height,
    },
    audio: audio
      ? {
          codec: audio,
          targetBitrate: bits(metadata.audiodatarate),
          sampleRate: info.audio?.sampleRate,
          channels: info.audio?.channels,
        }
      : undefined,
  };
}
