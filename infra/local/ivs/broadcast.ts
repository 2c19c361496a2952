/**
 * A broadcast: tags from the encoder → transport stream → segments → a sliding live playlist and the recording. It outlives
 * the connection: a reconnect continues the same playlist after an EXT-X-DISCONTINUITY.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { MediaInfo } from '../ffmpeg/ffmpeg.ts';
import { probe } from '../ffmpeg/ffmpeg.ts';
import { LiveMuxer } from './mux/muxer.ts';
import { TransportStream, ticksPerMs } from './mux/transport-stream.ts';
import { ProtocolError } from './rtmp/chunks.ts';
import type { MediaTag, Publication } from './rtmp/rtmp.ts';
import { type Cut, Segmenter, toTargetDuration } from './segmenter.ts';
import { createCueTag, createTimeTag } from './timed-metadata.ts';

export interface LiveSegment {
  sequence: number;
  seconds: number;
  /** First segment after a reconnect, a gap, or a change of the picture's size or the sound. */
  discontinuity: boolean;
  /** Starts with a key frame. */
  independent: boolean;
  /** Wall-clock time of its start, in milliseconds. */
  at: number;
}

export interface Picture {
  width: number;
  height: number;
  fps: number;
  /** Codecs attribute of the master playlist (RFC 6381). */
  codecs: string;
  info: MediaInfo;
}

export interface BroadcastListener {
  /** The first segment of a connection exists: the stream can be watched. */
  started(streamId: string, picture: Picture, publication: Publication): void;
  segment(streamId: string, segment: LiveSegment, path: string): void;
  /** A connection has ended; `watched` is whether it produced any segment. */
  ended(streamId: string, watched: boolean): void;
}

interface Connection {
  streamId: string;
  publication: Publication;
  /** Wall-clock time in milliseconds at which the broadcast's timeline began, as estimated from this connection. */
  epoch: number;
  /** Sequence number of its first segment. */
  firstSequence: number;
}

/** A metadata text and its position on the broadcast's timeline. */
interface Cue {
  text: string;
  ms: number;
}

/** Milliseconds by which the encoder's clock may differ from the wall clock before a jump sets the epoch again. */
const clockToleranceMs = 1000;

/** Number of segments in the playlist, and on disk for players that lag behind. */
const listedSegments = 8;
const keptSegments = 20;

export class Broadcast {
  readonly channelArn: string;
  /** ARN of the recording configuration at its start. */
  readonly recordingConfigurationArn: string;
  readonly folder: string;
  picture: Picture | undefined;
  /** The encoder's connection; undefined between a drop and a reconnect. */
  current: { streamId: string; publication: Publication; startTime?: string } | undefined;
  isOver = false;
  #segments: LiveSegment[] = [];
  #nextSequence = 0;
  #seconds = 0;
  /** EXT-X-TARGETDURATION: set by the first segment and never changed. */
  #target: number | undefined;
  /** Bits per second of the largest segment so far. */
  #peak = 0;
  #bytes = 0;
  /** Discontinuities of removed segments. */
  #discontinuities = 0;
  #pipeline: Promise<void> = Promise.resolve();
  /** Segmenter of the current connection. */
  #segmenter: Segmenter | undefined;
  /** Cues received since the last segment. */
  #cues: Cue[] = [];
  readonly #transport = new TransportStream();
  /**
   * End of the last segment on the timeline; starts above zero, because the stream's clock runs behind its pictures.
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
    this.#listener = listener;
    mkdirSync(folder, { recursive: true });
  }

  /** Accepts a connection. Resolves when it has ended and its last segment is written. */
  accept(streamId: string, publication: Publication): Promise<void> {
    this.current = { streamId, publication };
    this.#pipeline = this.#pipeline.then(async () => {
      const firstSequence = this.#nextSequence;
      await this.#run(streamId, publication).catch((error) => {
        const isExpected = error instanceof ProtocolError;
        process.stderr.write(`ivs: ${this.channelArn}: ${isExpected ? error.message : error?.stack}\n`);
      });
      publication.disconnect();
      if (this.current?.streamId === streamId) this.current = undefined;
      this.#listener.ended(streamId, this.#nextSequence > firstSequence);
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
    const firstSequence = this.#nextSequence;
    const segmenter = new Segmenter(this.#target);
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
    if (this.#nextSequence === firstSequence) throw new Error('The encoder sent no key frame');
  }

  async #writeSegment(cut: Cut, connection: Connection) {
    const { streamId, publication, firstSequence } = connection;
    const { startMs, seconds, independent, isAfterJump } = cut;
    const sequence = this.#nextSequence;
    const path = join(this.folder, `${sequence}.ts`);
    if (isAfterJump) {
      // A segment after a jump ends now, so its start is now minus its duration.
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
    this.#add(segment, bytes.length);
    this.#endMs = startMs + 1000 * seconds;
    if (isFirst && this.picture) {
      if (this.current?.streamId === streamId) this.current.startTime = new Date().toISOString();
      this.#listener.started(streamId, this.picture, publication);
    }
    this.#listener.segment(streamId, segment, path);
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
    const info = await probe(path);
    if (!info.video) throw new Error('The segment has no video');
    const codecs = `avc1.${avc ?? '4d401f'},mp4a.40.2`;
    const fps = Number(metadata.framerate) || info.video.fps;
    const { width, height } = info.video;
    this.picture = { width, height, fps, codecs, info };
  }

  #add(segment: LiveSegment, size: number) {
    this.#segments.push(segment);
    this.#nextSequence = segment.sequence + 1;
    this.#seconds += segment.seconds;
    this.#target ??= toTargetDuration(segment.seconds);
    this.#bytes += size;
    // A final segment of a few frames would inflate the peak.
    if (segment.seconds >= 0.5) this.#peak = Math.max(this.#peak, Math.round((size * 8) / segment.seconds));
    while (this.#segments.length > keptSegments) {
      const removed = this.#segments.shift();
      if (!removed) return;
      if (removed.discontinuity) this.#discontinuities++;
      void rm(join(this.folder, `${removed.sequence}.ts`), { force: true });
    }
  }

  renderMasterPlaylist(variant: string): string | undefined {
    if (!this.picture || this.#segments.length === 0) return undefined;
    const { width, height, fps, codecs } = this.picture;
    const average = Math.round((this.#bytes * 8) / this.#seconds);
    const stream = `BANDWIDTH=${Math.max(average, this.#peak)},AVERAGE-BANDWIDTH=${average},RESOLUTION=${width}x${height},FRAME-RATE=${fps.toFixed(3)},CODECS="${codecs}"`;
    return `#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-STREAM-INF:${stream}\n${variant}\n`;
  }

  renderMediaPlaylist(): string {
    const segments = this.#segments.slice(-listedSegments);
    const unlisted = this.#segments.slice(0, -listedSegments).filter(({ discontinuity }) => discontinuity).length;
    const lines = segments.flatMap(({ sequence, seconds, discontinuity, at }) => [
      ...(discontinuity ? ['#EXT-X-DISCONTINUITY'] : []),
      `#EXT-X-PROGRAM-DATE-TIME:${new Date(at).toISOString()}`,
      `#EXTINF:${seconds.toFixed(3)},`,
      `${sequence}.ts`,
    ]);
    return [
      '#EXTM3U',
      '#EXT-X-VERSION:3',
      `#EXT-X-TARGETDURATION:${this.#target}`,
      `#EXT-X-MEDIA-SEQUENCE:${segments[0]?.sequence ?? 0}`,
      `#EXT-X-DISCONTINUITY-SEQUENCE:${this.#discontinuities + unlisted}`,
      ...lines,
      ...(this.isOver ? ['#EXT-X-ENDLIST'] : []),
      '',
    ].join('\n');
  }

  /** Path of a segment that is still on disk. */
  findSegmentPath(name: string): string | undefined {
    const sequence = /^(\d{1,9})\.ts$/.exec(name)?.[1];
    const isOnDisk = this.#segments.some((segment) => String(segment.sequence) === sequence);
    return isOnDisk ? join(this.folder, name) : undefined;
  }

  /** Ends the connection and waits until its last segment is written. */
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
