/** Ingest metrics of an encoder over the last seconds, as in IVS's CloudWatch metrics. */

export interface IngestReading {
  /** Bits per second. */
  videoBitrate: number;
  audioBitrate: number;
  /** Frames per second. */
  framerate: number;
  /** Seconds between the last two key frames, or since the last if the next is overdue; undefined at the start. */
  keyframeInterval: number | undefined;
}

interface Received {
  at: number;
  bytes: number;
  kind: 'video' | 'audio';
}

const windowMs = 5000;
/** Milliseconds by which a slow connection may delay a key frame. */
const overdueMs = 3000;

export class IngestMeter {
  #received: Received[] = [];
  #firstAt: number | undefined;
  #keyFrames: { timestamp: number; at: number }[] = [];

  /** `timestamp` is the encoder's time, `at` the wall clock's, both in milliseconds. */
  record(kind: Received['kind'], bytes: number, timestamp: number, isKeyFrame: boolean, at = Date.now()): void {
    this.#firstAt ??= at;
    this.#received.push({ at, bytes, kind });
    if (isKeyFrame) this.#keyFrames = [...this.#keyFrames.slice(-1), { timestamp, at }];
    const [oldest] = this.#received;
    if (oldest && at - oldest.at > 2 * windowMs)
      this.#received = this.#received.filter((one) => at - one.at < windowMs);
  }

  read(now = Date.now()): IngestReading {
    const recent = this.#received.filter(({ at }) => now - at < windowMs);
    // At least two seconds, because the first burst would look like a huge rate.
    const seconds = Math.max(2000, Math.min(windowMs, now - (this.#firstAt ?? now))) / 1000;
    const filterKind = (kind: Received['kind']) => recent.filter((one) => one.kind === kind);
    const computeRate = (kind: Received['kind']) =>
      Math.round((filterKind(kind).reduce((sum, { bytes }) => sum + bytes, 0) * 8) / seconds);
    return {
      videoBitrate: computeRate('video'),
      audioBitrate: computeRate('audio'),
      framerate: filterKind('video').length / seconds,
      keyframeInterval: this.#readKeyframeInterval(now),
    };
  }

  /** Uses the encoder's timestamps, unless its clock changed in between; grows while the next key frame is overdue. */
  #readKeyframeInterval(now: number): number | undefined {
    const [before, last = before] = this.#keyFrames;
    if (!before || !last) return undefined;
    const waitedMs = now - last.at;
    if (before === last) return waitedMs > overdueMs ? waitedMs / 1000 : undefined;
    const [byEncoder, byWallClock] = [last.timestamp - before.timestamp, last.at - before.at];
    const interval = Math.abs(byEncoder - byWallClock) > overdueMs ? byWallClock : byEncoder;
    return (waitedMs > interval + overdueMs ? waitedMs : interval) / 1000;
  }
}
