/**
 * Recording to S3 in IVS's layout (`ivs/v1/<account>/<channel>/<y>/<m>/<d>/<h>/<min>/<id>/media/hls/…`). As in IVS,
 * playlists are rewritten during the stream, each with EXT-X-ENDLIST. A log on disk lets the next start finish a
 * recording that a crash interrupted.
 */
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runFfmpeg, toJpegColours } from '../ffmpeg/ffmpeg.ts';
import type { LocalS3 } from '../s3/s3.ts';
import { account } from '../wire/service-event.ts';
import type { LiveSegment } from './live-playlist.ts';
import {
  type RecordedSegment,
  type RecordingStart,
  renderMasterPlaylist,
  renderPlaylist,
  sumSeconds,
} from './recording-playlists.ts';
import { randomId, readArnId } from './state.ts';

export type Store = Pick<LocalS3, 'objectPath' | 'putFile'>;

type Recordable = Pick<LiveSegment, 'seconds' | 'discontinuity' | 'independent' | 'at'>;

export interface RecordingResult {
  durationMs: number;
  streamIds: string[];
}

export function createRecordingPrefix(channelArn: string, now: Date): string {
  const minute = [
    now.getUTCFullYear(),
    now.getUTCMonth() + 1,
    now.getUTCDate(),
    now.getUTCHours(),
    now.getUTCMinutes(),
  ];
  return ['ivs/v1', account, readArnId(channelArn), ...minute, randomId(12)].join('/');
}

export class Recording {
  readonly start: RecordingStart;
  readonly #folder: string;
  readonly #store: Store;
  readonly #segments: RecordedSegment[];
  readonly #listingTimer: NodeJS.Timeout | undefined;
  #listedCount = 0;
  #queue: Promise<void> = Promise.resolve();
  #thumbnails = 0;
  #linkedCount = 0;
  /** True if a segment is missing before the next one. */
  #hasGap = false;

  /** Without `playlistIntervalMs`, playlists are written only at the end. */
  constructor(
    folder: string,
    store: Store,
    start: RecordingStart,
    { segments = [], playlistIntervalMs }: { segments?: RecordedSegment[]; playlistIntervalMs?: number } = {},
  ) {
    this.start = start;
    this.#folder = folder;
    this.#store = store;
    this.#segments = segments;
    mkdirSync(folder, { recursive: true });
    if (!existsSync(this.#log)) writeFileSync(this.#log, `${JSON.stringify(start)}\n`);
    if (playlistIntervalMs) this.#listingTimer = setInterval(() => this.#queueListing(), playlistIntervalMs);
  }

  /** Restores recordings that were open when the process ended. */
  static restoreUnfinished(folder: string, store: Store): Recording[] {
    if (!existsSync(folder)) return [];
    return readdirSync(folder)
      .filter((name) => name.endsWith('.jsonl'))
      .map((name) => {
        // A crash may have truncated the last line.
        const lines = readFileSync(join(folder, name), 'utf8').split('\n').slice(0, -1);
        const [start, ...segments] = lines.map((line) => JSON.parse(line));
        return new Recording(folder, store, start, { segments });
      });
  }

  get #log() {
    return join(this.#folder, `${this.start.id}.jsonl`);
  }

  get #seconds() {
    return sumSeconds(this.#segments);
  }

  /**
   * Adds a segment, or a gap if it cannot be stored. It hard-links the file first, because the live pipeline deletes it
   * without waiting for the upload.
   */
  add(path: string, { seconds, discontinuity, independent, at }: Recordable, streamId: string): void {
    const linkedPath = join(this.#folder, `${this.start.id}-taken-${this.#linkedCount++}.ts`);
    try {
      linkOrCopy(path, linkedPath);
    } catch (error) {
      this.#markGap(error);
      return;
    }
    this.#queue = this.#queue
      .then(() => this.#upload(linkedPath, { seconds, at, discontinuity, streamId }, independent))
      .catch((error) => this.#markGap(error));
  }

  async #upload(linkedPath: string, details: Omit<RecordedSegment, 'bytes'>, independent: boolean) {
    const { bucket, prefix, rendition, id } = this.start;
    const index = this.#segments.length;
    const segmentPath = join(this.#folder, `${id}-${index}.ts`);
    await rename(linkedPath, segmentPath);
    const discontinuity = details.discontinuity || this.#hasGap;
    const segment: RecordedSegment = { ...details, bytes: (await stat(segmentPath)).size, discontinuity };
    if (independent && this.#seconds >= this.#thumbnails * this.start.thumbnailSeconds)
      await this.#takeThumbnail(segmentPath);
    await this.#store.putFile(bucket, `${prefix}/media/hls/${rendition}/${index}.ts`, segmentPath, {
      contentType: 'video/MP2T',
    });
    this.#hasGap = false;
    this.#segments.push(segment);
    appendFileSync(this.#log, `${JSON.stringify(segment)}\n`);
  }

  #markGap(error: unknown) {
    this.#hasGap = true;
    process.stderr.write(`ivs: recording ${this.start.prefix}: a segment is lost: ${error}\n`);
  }

  /** Stops updating playlists; resolves when all segments are in the bucket and in the log. */
  drain(): Promise<void> {
    clearInterval(this.#listingTimer);
    return this.#queue;
  }

  #queueListing() {
    if (this.#segments.length === this.#listedCount) return;
    this.#queue = this.#queue
      .then(() => this.#writePlaylists())
      .catch((error) => {
        process.stderr.write(`ivs: playlists of ${this.start.prefix}: ${error}\n`);
      });
  }

  async #takeThumbnail(segment: string) {
    this.#thumbnails += 1;
    const picture = join(this.#folder, `${this.start.id}-thumb.jpg`);
    try {
      const frame = ['-loglevel', 'error', '-i', `file:${segment}`, '-frames:v', '1'];
      const colours = ['-vf', toJpegColours(this.start.matrix ?? '')];
      await runFfmpeg([...frame, ...colours, '-q:v', '4', '-f', 'image2', picture]);
      await this.#put('media/latest_thumbnail/thumb.jpg', picture, 'image/jpeg');
    } catch (error) {
      process.stderr.write(`ivs: thumbnail of ${this.start.prefix}: ${error}\n`);
    }
  }

  async #writePlaylists(): Promise<void> {
    this.#listedCount = this.#segments.length;
    const { rendition } = this.start;
    await this.#write(`media/hls/${rendition}/playlist.m3u8`, renderPlaylist(this.#segments));
    await this.#write('media/hls/master.m3u8', renderMasterPlaylist(this.start, this.#segments));
  }

  async finish(): Promise<RecordingResult> {
    await this.drain();
    await this.#writePlaylists();
    const { rendition, width, height, id, channelArn, startedAt } = this.start;
    const durationMs = Math.round(this.#seconds * 1000);
    const renditions = [
      { path: rendition, playlist: 'playlist.m3u8', resolution_width: width, resolution_height: height },
    ];
    const metadata = {
      version: 'v1',
      channel_arn: channelArn,
      recording_started_at: startedAt,
      recording_ended_at: new Date().toISOString(),
      recording_status: 'RECORDING_ENDED',
      media: {
        hls: { duration_ms: durationMs, path: 'media/hls', playlist: 'master.m3u8', renditions },
        latest_thumbnail: { path: 'media/latest_thumbnail' },
      },
    };
    await this.#write('events/recording-ended.json', [JSON.stringify(metadata)]);
    rmSync(this.#log, { force: true });
    for (const name of readdirSync(this.#folder))
      if (name.startsWith(`${id}-`)) rmSync(join(this.#folder, name), { force: true });
    return { durationMs, streamIds: [...new Set(this.#segments.map(({ streamId }) => streamId))] };
  }

  async #write(key: string, lines: string[]) {
    const path = join(this.#folder, `${this.start.id}-${key.replaceAll('/', '-')}`);
    await writeFile(path, `${lines.join('\n')}\n`);
    await this.#put(key, path, key.endsWith('.json') ? 'application/json' : 'application/x-mpegURL');
  }

  #put(key: string, path: string, contentType: string) {
    return this.#store.putFile(this.start.bucket, `${this.start.prefix}/${key}`, path, { contentType });
  }
}

function linkOrCopy(path: string, name: string): void {
  try {
    linkSync(path, name);
  } catch {
    copyFileSync(path, name);
  }
}
