/** Ingest metrics of an encoder over the last seconds, as in IVS's CloudWatch metrics. */

export interface IngestReading {
  /** Bits per second. */
  videoBitrate: number;
  audioBitrate: number;
  /** Frames per second. */
  framerate: number;
  /** Seconds between the last two key frames; undefined before the second one. */
  keyframeInterval: number | undefined;
}

interface Received {
  at: number;
  bytes: number;
  kind: 'video' | 'audio';
}

const windowMs = 5000;

export class IngestMeter {
  #received: Received[] = [];
  #firstAt: number | undefined;
  #keyFrames: number[] = [];

  /** `timestamp` is the encoder's, `at` the wall-clock time, both in milliseconds. */
  record(kind: Received['kind'], bytes: number, timestamp: number, isKeyFrame: boolean, at = Date.now()): void {
    this.#firstAt ??= at;
    this.#received.push({ at, bytes, kind });
    if (isKeyFrame) this.#keyFrames = [...this.#keyFrames.slice(-1), timestamp];
    const [oldest] = this.#received;
    if (oldest && at - oldest.at > 2 * windowMs)
      this.#received = this.#received.filter((one) => at - one.at < windowMs);
  }

  read(now = Date.now()): IngestReading {
    const recent = this.#received.filter(({ at }) => now - at < windowMs);
    // At least two seconds, because the first burst would appear as a huge rate.
    const seconds = Math.max(2000, Math.min(windowMs, now - (this.#firstAt ?? now))) / 1000;
    const filterKind = (kind: Received['kind']) => recent.filter((one) => one.kind === kind);
    const computeRate = (kind: Received['kind']) =>
      Math.round((filterKind(kind).reduce((sum, { bytes }) => sum + bytes, 0) * 8) / seconds);
    const [before, last] = this.#keyFrames;
    return {
      videoBitrate: computeRate('video'),
      audioBitrate: computeRate('audio'),
      framerate: filterKind('video').length / seconds,
      keyframeInterval: before !== undefined && last !== undefined ? (last - before) / 1000 : undefined,
    };
  }
}
