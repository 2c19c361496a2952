/**
 * A broadcast: FLV from the encoder → ffmpeg (`-c copy`) → segments → a sliding live playlist and the recording. It
 * outlives the connection: a reconnect continues the same playlist after an EXT-X-DISCONTINUITY.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describeExit } from '../../toolchain/exit-status.ts';
import type { MediaInfo } from '../ffmpeg/ffmpeg.ts';
import { probe, spawnFfmpeg } from '../ffmpeg/ffmpeg.ts';
import type { Publication } from './rtmp/rtmp.ts';
import { type Cut, Segmenter, toTargetDuration } from './segmenter.ts';
import { type Cue, insertMetadata } from './timed-metadata.ts';

export interface LiveSegment {
  sequence: number;
  seconds: number;
  /** First segment after a reconnect, or after a jump of the encoder's timestamps. */
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
  bitrate: number;
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
  /** Wall-clock time of its start, in milliseconds. */
  startedAt: number;
  /** Sequence number of its first segment. */
  firstSequence: number;
}

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
  readonly #cuePackets = { next: 0 };
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
        process.stderr.write(`ivs: ${this.channelArn}: ${error instanceof Error ? error.stack : error}\n`);
      });
      publication.disconnect();
      if (this.current?.streamId === streamId) this.current = undefined;
      this.#listener.ended(streamId, this.#nextSequence > firstSequence);
    });
    return this.#pipeline;
  }

  /** Adds timed metadata at the current position; returns false before the first frame. */
  annotate(text: string): boolean {
    const pts = this.#segmenter?.lastTime;
    if (pts === undefined) return false;
    this.#cues.push({ text, pts });
    return true;
  }

  async #run(streamId: string, publication: Publication) {
    const startedAt = Date.now();
    const firstSequence = this.#nextSequence;
    const ffmpeg = await spawnFfmpeg(
      [
        ...['-loglevel', 'error', '-analyzeduration', '1000000', '-probesize', '500000', '-f', 'flv', '-i', 'pipe:0'],
        // Some encoders send data streams, which fail in the muxer.
        ...['-map', '0:v:0', '-map', '0:a:0?', '-c', 'copy', '-f', 'mpegts', '-flush_packets', '1'],
        // Repeats the parameter sets at every key frame, as some encoders send them only once.
        ...['-bsf:v', 'h264_mp4toannexb,dump_extra=freq=k'],
        // Repeats PAT and PMT before every frame, so that the stream can be cut at any frame.
        ...['-mpegts_flags', '+pat_pmt_at_frames', '-pes_payload_size', '0'],
        // Timestamps continue where the last connection ended.
        ...['-output_ts_offset', this.#seconds.toFixed(3), 'pipe:1'],
      ],
      this.folder,
    );
    let stderrTail = '';
    ffmpeg.stderr.on('data', (text) => {
      stderrTail = (stderrTail + text).slice(-2000);
    });
    // The pipe breaks when ffmpeg exits.
    ffmpeg.stdin.on('error', () => publication.disconnect());
    publication.flv.pipe(ffmpeg.stdin);
    const ended = new Promise<string | undefined>((resolve) => {
      // 255: ffmpeg received Ctrl-C too.
      const isSuccess = (code: number | null) => code === 0 || code === 255;
      ffmpeg.once('close', (code, signal) =>
        resolve(isSuccess(code) ? undefined : `ffmpeg ${describeExit(code, signal)}: ${stderrTail}`),
      );
      ffmpeg.once('error', (error) => resolve(error.message));
    });
    let fault: string | undefined;
    try {
      const segmenter = new Segmenter(this.#target);
      this.#segmenter = segmenter;
      const writeCuts = async (cuts: Iterable<Cut>) => {
        for (const cut of cuts) await this.#writeSegment(cut, { streamId, publication, startedAt, firstSequence });
      };
      for await (const chunk of ffmpeg.stdout) await writeCuts(segmenter.push(chunk));
      await writeCuts(segmenter.end());
    } finally {
      this.#segmenter = undefined;
      this.#cues = [];
      ffmpeg.stdin.destroy();
      fault = await ended;
    }
    if (fault) throw new Error(fault);
    if (this.#nextSequence === firstSequence) throw new Error(`ffmpeg produced no segment: ${stderrTail}`);
  }

  async #writeSegment(
    { data, start, pts, seconds, independent, isAfterJump }: Cut,
    { streamId, publication, startedAt, firstSequence }: Connection,
  ) {
    const sequence = this.#nextSequence;
    const path = join(this.folder, `${sequence}.ts`);
    const time = { pts, at: Math.round(startedAt + start * 1000) };
    const bytes = insertMetadata(data, time, this.#cues.splice(0), this.#cuePackets);
    await writeFile(path, bytes);
    const isFirst = sequence === firstSequence;
    if (isFirst) await this.#probeSegment(path, seconds, publication);
    const discontinuity = isAfterJump || (isFirst && firstSequence > 0);
    const segment = { sequence, seconds, discontinuity, independent, at: startedAt + start * 1000 };
    this.#add(segment, bytes.length);
    if (isFirst && this.picture) {
      if (this.current?.streamId === streamId) this.current.startTime = new Date().toISOString();
      this.#listener.started(streamId, this.picture, publication);
    }
    this.#listener.segment(streamId, segment, path);
  }

  async #probeSegment(path: string, seconds: number, { avc, metadata }: Publication) {
    const info = await probe(path);
    if (!info.video) throw new Error('The segment has no video');
    const codecs = [`avc1.${avc ?? '4d401f'}`, info.audio ? 'mp4a.40.2' : ''].filter(Boolean).join(',');
    const fps = Number(metadata.framerate) || info.video.fps;
    const { width, height } = info.video;
    this.picture = { width, height, fps, codecs, bitrate: Math.round((info.size * 8) / seconds), info };
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
