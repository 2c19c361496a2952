/**
 * A broadcast: turns an encoder's tags into segments, a sliding live playlist and the recording. It outlives a
 * connection: after a reconnect, the same playlist continues with an EXT-X-DISCONTINUITY.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { TransportStream, ticksPerMs } from '../../../functions/recordings/packing/transport-stream.ts';
import type { MediaInfo } from '../ffmpeg/ffmpeg.ts';
import { createUntrustedInput, probe } from '../ffmpeg/ffmpeg.ts';
import { LivePlaylist, type LiveSegment, type Rendition } from './live-playlist.ts';
import { LiveMuxer } from './mux/muxer.ts';
import { ProtocolError } from './rtmp/chunks.ts';
import type { MediaTag, Publication } from './rtmp/rtmp.ts';
import { type Cut, Segmenter } from './segmenter.ts';
import { createCueTag, createTimeTag } from './timed-metadata.ts';

export interface Picture extends Rendition {
  info: MediaInfo;
}

export interface BroadcastListener {
  /** Called for the first segment of a connection: the stream can be watched from then on. */
  onStart(streamId: string, picture: Picture, publication: Publication): void;
  onSegment(streamId: string, segment: LiveSegment, path: string): void;
  /** Called at the end of a connection; without segments, the stream could never be watched. */
  onEnd(streamId: string, hasSegments: boolean): void;
}

interface Connection {
  streamId: string;
  publication: Publication;
  /** Wall-clock time in milliseconds at which the broadcast's timeline began, estimated from this connection. */
  epoch: number;
  firstSequence: number;
}

interface Cue {
  text: string;
  ms: number;
}

/** Milliseconds by which the encoder's clock may deviate: after a larger jump, the epoch is set again. */
const clockToleranceMs = 1000;

export class Broadcast {
  readonly channelArn: string;
  /** ARN of the recording configuration at the broadcast's start. */
  readonly recordingConfigurationArn: string;
  readonly folder: string;
  picture: Picture | undefined;
  /** The encoder's connection; undefined between a drop and a reconnect. */
  current: { streamId: string; publication: Publication; startTime?: string } | undefined;
  isOver = false;
  readonly playlist: LivePlaylist;
  #pipeline: Promise<void> = Promise.resolve();
  #segmenter: Segmenter | undefined;
  /** Cues received since the last segment. */
  #cues: Cue[] = [];
  readonly #transport = new TransportStream();
  /**
   * End of the last segment, in milliseconds on the timeline. It begins above zero, because the stream's clock runs
   * behind its pictures.
   */
  #endMs = 1000;
  readonly #listener: BroadcastListener;

  constructor(
    { arn, recordingConfigurationArn }: { arn: string; recordingConfigurationArn: string },
    folder: string,
    listener: BroadcastListener,
  ) {
    this.channelArn = arn;
    this.recordingConfigurationArn = recordingConfigurationArn;
    this.folder = folder;
    this.playlist = new LivePlaylist(folder);
    this.#listener = listener;
    mkdirSync(folder, { recursive: true });
  }

  /** Accepts a connection; resolves when it has ended and its last segment is written. */
  accept(streamId: string, publication: Publication): Promise<void> {
    this.current = { streamId, publication };
    this.#pipeline = this.#pipeline.then(async () => {
      const firstSequence = this.playlist.nextSequence;
      await this.#run(streamId, publication).catch((error) => {
        const isExpected = error instanceof ProtocolError;
        process.stderr.write(`ivs: ${this.channelArn}: ${isExpected ? error.message : error?.stack}\n`);
      });
      publication.disconnect();
      if (this.current?.streamId === streamId) this.current = undefined;
      this.#listener.onEnd(streamId, this.playlist.nextSequence > firstSequence);
    });
    return this.#pipeline;
  }

  /** Adds timed metadata at the current position; returns false before the first frame. */
  annotate(text: string): boolean {
    const ms = this.#segmenter?.lastMs;
    if (ms === undefined) return false;
    this.#cues.push({ text, ms });
    return true;
  }

  async #run(streamId: string, publication: Publication) {
    const firstSequence = this.playlist.nextSequence;
    const segmenter = new Segmenter(this.playlist.targetDuration);
    const muxer = new LiveMuxer({
      transport: this.#transport,
      startMs: this.#endMs,
      readAnnouncedSound: () => readAnnouncedSound(publication),
    });
    this.#segmenter = segmenter;
    const connection = { streamId, publication, epoch: Number.NaN, firstSequence };
    try {
      for await (const tag of publication.tags as AsyncIterable<MediaTag>) {
        for (const frame of muxer.push(tag)) {
          if (Number.isNaN(connection.epoch)) connection.epoch = Date.now() - frame.ms;
          for (const cut of segmenter.push(frame)) await this.#writeSegment(cut, connection);
        }
      }
      for (const cut of segmenter.end()) await this.#writeSegment(cut, connection);
    } finally {
      this.#segmenter = undefined;
      this.#cues = [];
    }
    if (this.playlist.nextSequence === firstSequence) throw new Error('The encoder sent no key frame');
  }

  async #writeSegment(cut: Cut, connection: Connection) {
    const { streamId, publication, firstSequence } = connection;
    const { startMs, seconds, independent, isAfterJump } = cut;
    const sequence = this.playlist.nextSequence;
    const path = join(this.folder, `${sequence}.ts`);
    if (isAfterJump) {
      // A segment after a jump has just ended, so it started its duration ago.
      const epoch = Date.now() - startMs - 1000 * seconds;
      if (Math.abs(epoch - connection.epoch) > clockToleranceMs) connection.epoch = epoch;
    }
    const at = connection.epoch + startMs;
    const bytes = this.#assemble(cut, at);
    await writeFile(path, bytes);
    const isFirst = sequence === firstSequence;
    if (isFirst || isAfterJump) await this.#probeSegment(path, publication);
    const discontinuity = isAfterJump || (isFirst && firstSequence > 0);
    const segment = { sequence, seconds, discontinuity, independent, at };
    this.playlist.add(segment, bytes.length);
    this.#endMs = startMs + 1000 * seconds;
    if (isFirst && this.picture) {
      if (this.current?.streamId === streamId) this.current.startTime = new Date().toISOString();
      this.#listener.onStart(streamId, this.picture, publication);
    }
    this.#listener.onSegment(streamId, segment, path);
  }

  /** Assembles a segment: tables, time, media, then the cues received meanwhile. */
  #assemble({ data, startMs }: Cut, at: number): Buffer {
    const tables = this.#transport.writeTables();
    const time = this.#transport.writeMetadata(startMs * ticksPerMs, createTimeTag(Math.round(at)));
    const cues = this.#cues
      .splice(0)
      .map(({ text, ms }) => this.#transport.writeMetadata(Math.round(ms * ticksPerMs), createCueTag(text)));
    return Buffer.concat([tables, time, data, ...cues]);
  }

  async #probeSegment(path: string, { avc, metadata }: Publication) {
    const info = await probe(path, createUntrustedInput(path), { isUrgent: true });
    if (!info.video) throw new Error('The segment has no video');
    const codecs = `avc1.${avc ?? '4d401f'},mp4a.40.2`;
    const fps = Number(metadata.framerate) || info.video.fps;
    const { width, height } = info.video;
    this.picture = { width, height, fps, codecs, info };
  }

  async stop() {
    this.current?.publication.disconnect();
    await this.#pipeline;
  }

  remove() {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

function readAnnouncedSound({ metadata: { audiosamplerate: hertz, stereo } }: Publication) {
  return { ...(typeof hertz === 'number' && { hertz }), ...(typeof stereo === 'boolean' && { isStereo: stereo }) };
}
