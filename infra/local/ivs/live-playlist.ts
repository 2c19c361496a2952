/** A broadcast's segments on disk, and the playlists that list the latest of them. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { renderSegment } from './recording-playlists.ts';
import { toTargetDuration } from './segmenter.ts';

export interface LiveSegment {
  sequence: number;
  seconds: number;
  /** Set for the first segment after a reconnect, a gap, or a change of the picture's size or the sound. */
  discontinuity: boolean;
  independent: boolean;
  /** Wall-clock time of the segment's start, in milliseconds. */
  at: number;
}

export interface Rendition {
  width: number;
  height: number;
  fps: number;
  /** CODECS attribute of the master playlist (RFC 6381). */
  codecs: string;
}

const listedSegments = 8;
/** Number of segments on disk; more than listed, because players lag behind. */
const keptSegments = 20;

export class LivePlaylist {
  nextSequence = 0;
  /** EXT-X-TARGETDURATION: set by the first segment and never changed. */
  targetDuration: number | undefined;
  readonly #folder: string;
  #segments: LiveSegment[] = [];
  #seconds = 0;
  /** Bits per second of the largest segment so far. */
  #peak = 0;
  #bytes = 0;
  /** Number of discontinuities before segments that have left the disk. */
  #discontinuities = 0;

  constructor(folder: string) {
    this.#folder = folder;
  }

  add(segment: LiveSegment, size: number) {
    this.#segments.push(segment);
    this.nextSequence = segment.sequence + 1;
    this.#seconds += segment.seconds;
    this.targetDuration ??= toTargetDuration(segment.seconds);
    this.#bytes += size;
    // A final segment of a few frames would inflate the peak.
    if (segment.seconds >= 0.5) this.#peak = Math.max(this.#peak, Math.round((size * 8) / segment.seconds));
    while (this.#segments.length > keptSegments) {
      const removed = this.#segments.shift();
      if (!removed) return;
      if (removed.discontinuity) this.#discontinuities++;
      void rm(join(this.#folder, `${removed.sequence}.ts`), { force: true });
    }
  }

  /** Returns undefined before the first segment. */
  renderMaster(variant: string, { width, height, fps, codecs }: Rendition): string | undefined {
    if (this.#segments.length === 0) return undefined;
    const average = Math.round((this.#bytes * 8) / this.#seconds);
    const stream = `BANDWIDTH=${Math.max(average, this.#peak)},AVERAGE-BANDWIDTH=${average},RESOLUTION=${width}x${height},FRAME-RATE=${fps.toFixed(3)},CODECS="${codecs}"`;
    return `#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-STREAM-INF:${stream}\n${variant}\n`;
  }

  renderMedia(isOver: boolean): string {
    const segments = this.#segments.slice(-listedSegments);
    const unlisted = this.#segments.slice(0, -listedSegments).filter(({ discontinuity }) => discontinuity).length;
    return [
      '#EXTM3U',
      '#EXT-X-VERSION:3',
      `#EXT-X-TARGETDURATION:${this.targetDuration}`,
      `#EXT-X-MEDIA-SEQUENCE:${segments[0]?.sequence ?? 0}`,
      `#EXT-X-DISCONTINUITY-SEQUENCE:${this.#discontinuities + unlisted}`,
      ...segments.flatMap((segment) => renderSegment(segment, segment.sequence)),
      ...(isOver ? ['#EXT-X-ENDLIST'] : []),
      '',
    ].join('\n');
  }

  /** Returns a segment's path while it is on disk. */
  findSegmentPath(name: string): string | undefined {
    const sequence = /^(\d{1,9})\.ts$/.exec(name)?.[1];
    const isOnDisk = this.#segments.some((segment) => String(segment.sequence) === sequence);
    return isOnDisk ? join(this.#folder, name) : undefined;
  }
}
