/** Sends the kept segments, and deletes each only after the server has settled it. */
import { ScorerApiError } from '../../../league/scorer/api-client.ts';
import { readSteadyClock } from '../capture/clocks.ts';
import type { packSegment } from '../encode/pack-segment.ts';
import { type KeptSegment, toName } from '../keep/segment-index.ts';
import type { SegmentStore } from '../keep/segment-store.ts';
import { LineMeter } from './line-meter.ts';
import type { PhoneApi } from './phone-api.ts';
import type { PutObject } from './put-object.ts';
import { chooseNext, isUseless } from './upload-order.ts';

/** Milliseconds of the first wait after a failure; each further one doubles it, up to the last. */
const waits = { first: 500, last: 8_000 };
/** Milliseconds after which a segment is retried that failed alone. */
const postponedMs = 30_000;
/** Milliseconds before a segment is sent again that the bucket turned out to lack. */
const missingMs = 2_000;

/** Milliseconds between two pictures, and after the end of a segment with which one goes. */
const [pictureMs, freshMs] = [30_000, 6_000];

/** `login`: the session has ended. `gone`: the link or the right has. */
export type Connection = 'online' | 'offline' | 'login' | 'gone';

interface Parts {
  store: SegmentStore;
  api: Pick<PhoneApi, 'requestUpload' | 'report'>;
  put: PutObject;
  pack: typeof packSegment;
  onChange: () => void;
  /** Takes a picture for cards, as base64. */
  takePicture?: () => Promise<string | undefined>;
  /** UTC in milliseconds. */
  readTime: () => number;
}

export class Uploader {
  isLive = false;
  connection: Connection = 'online';
  /** The server's reason, where the connection is `gone`. */
  reason = '';
  /** The server's reason for which segments wait; empty if there is none. */
  delay = '';
  sent = 0;
  /** False while viewers see another feed of the match. */
  isShown = true;
  /** Number of segments that the server has rejected, by code. */
  readonly refused: { number: number; code: string }[] = [];
  readonly #parts: Parts;
  readonly #meter = new LineMeter();
  readonly #sending = new Map<string, KeptSegment>();
  readonly #postponed = new Map<string, number>();
  /** Segments of a broadcast, from a time on, that the server refuses for now: one of them asks again later. */
  #held = nothingHeld;
  #failures = 0;
  #pictureAt = Number.NEGATIVE_INFINITY;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #pausedUntil = 0;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Bandwidth in bits per second; undefined while nothing is sent. */
  get lineBitrate(): number | undefined {
    return this.#meter.measure(readSteadyClock());
  }

  /** True while older segments than the newest wait. */
  get isLate(): boolean {
    const numbers = this.#parts.store.segments.map(({ number }) => number);
    return new Set(numbers).size > 2;
  }

  /** Tries now: a segment is new, or the network may be back. */
  wake(): void {
    this.#pausedUntil = 0;
    this.next();
  }

  /** Called when another request was answered: the network is there. */
  succeed(): void {
    if (this.connection !== 'online') this.wake();
    this.connection = 'online';
  }

  /** Called when another request has failed. */
  fail(error: unknown): void {
    const status = error instanceof ScorerApiError ? error.status : 0;
    this.connection = status === 401 ? 'login' : [403, 404].includes(status) ? 'gone' : 'offline';
    if (this.connection === 'gone') this.reason = (error as Error).message;
  }

  /** Starts the uploads that are allowed now. */
  next(): void {
    const now = readSteadyClock();
    if (now < this.#pausedUntil) {
      this.#continueAt(this.#pausedUntil);
      return;
    }
    this.#dropUseless();
    const waiting = this.#parts.store.segments.filter((segment) => {
      const name = toName(segment);
      const isPostponed = (this.#postponed.get(name) ?? 0) > now || (this.#isHeld(segment) && this.#held.until > now);
      return !segment.isAssumed && !this.#sending.has(name) && !isPostponed;
    });
    const segment = chooseNext(waiting, {
      sending: [...this.#sending.values()],
      isLive: this.isLive,
      isWeak: this.isLate,
    });
    if (!segment) {
      const times = [...this.#postponed.values(), ...(this.#held.until > now ? [this.#held.until] : [])];
      if (times.length > 0 && this.#sending.size === 0) this.#continueAt(Math.min(...times));
      return;
    }
    void this.#send(segment);
    this.next();
  }

  #dropUseless(): void {
    const { store, readTime } = this.#parts;
    for (const segment of store.segments)
      if (
        !segment.isAssumed &&
        !this.#sending.has(toName(segment)) &&
        isUseless({ ...segment, endMs: toEnd(segment) }, readTime())
      )
        void store.forget(segment);
  }

  async #send(segment: KeptSegment): Promise<void> {
    const name = toName(segment);
    this.#sending.set(name, segment);
    this.#postponed.delete(name);
    try {
      const isThere = segment.etag !== undefined || (await this.#upload(segment));
      if (isThere) await this.#report(segment);
      this.#failures = 0;
      this.connection = 'online';
    } catch (error) {
      this.#handle(error, segment);
    } finally {
      this.#sending.delete(name);
      this.#parts.onChange();
      this.next();
    }
  }

  /** Returns false if the segment must be tried again. */
  async #upload(segment: KeptSegment): Promise<boolean> {
    const { store, api, put, pack } = this.#parts;
    // A file that cannot be opened now may open later; a damaged one cannot be packed any better then.
    const packets = await store.read(segment).catch(() => {
      throw new Postponed();
    });
    const bytes = await pack(packets).catch(() => undefined);
    if (!bytes) {
      await this.#refuse(segment, 'DAMAGED');
      return false;
    }
    const upload = await api.requestUpload(segment, bytes.length);
    this.#meter.begin(readSteadyClock());
    const answer = await put(upload, bytes, (sent) => {
      this.#meter.add(sent, readSteadyClock());
      this.#parts.onChange();
    }).finally(() => this.#meter.end(readSteadyClock()));
    // Whatever is there already was sent before the phone could note it: the report decides. 409 is another request
    // of the same in this moment.
    const isThere = answer.status < 300 || answer.status === 412;
    if (!isThere) throw answer.status === 409 || answer.status >= 500 ? new Error('Later') : new Postponed();
    store.noteSent(segment, answer.status === 412 ? null : answer.etag);
    return true;
  }

  async #report(segment: KeptSegment): Promise<void> {
    const { store, api } = this.#parts;
    const { state, code, isShown } = await api
      .report(segment, await this.#takePicture(segment))
      .catch((error: unknown) => {
        // The broadcast has ended before this segment.
        if (error instanceof ScorerApiError && error.status === 409) this.#hold(segment.publisher, segment.startMs);
        throw error;
      });
    this.isShown = isShown ?? this.isShown;
    if (state !== 'MISSING' && this.#isHeld(segment)) this.#held = nothingHeld;
    if (this.#held === nothingHeld) this.delay = '';
    if (state === 'MISSING') {
      store.noteMissing(segment);
      this.#postponed.set(toName(segment), readSteadyClock() + missingMs);
    } else if (state === 'REFUSED') await this.#refuse(segment, code ?? '');
    else {
      this.sent += 1;
      await store.forget(segment);
    }
  }

  /** A picture goes with the newest segment twice a minute, and with none on a weak line. */
  async #takePicture({ rendition, ...span }: KeptSegment): Promise<string | undefined> {
    const { takePicture, readTime } = this.#parts;
    const now = readTime();
    const isDue = this.isLive && !this.isLate && rendition === 'main' && now - this.#pictureAt >= pictureMs;
    if (!isDue || now - span.startMs - span.durationMs > freshMs) return undefined;
    this.#pictureAt = now;
    return takePicture?.().catch(() => undefined);
  }

  async #refuse(segment: KeptSegment, code: string): Promise<void> {
    this.refused.push({ number: segment.number, code });
    await this.#parts.store.forget(segment);
  }

  #isHeld = ({ publisher, startMs }: KeptSegment) => publisher === this.#held.publisher && startMs >= this.#held.from;

  #hold(publisher: string, startMs: number): void {
    const before = publisher === this.#held.publisher ? this.#held.from : startMs;
    this.#held = { publisher, from: Math.min(before, startMs), until: readSteadyClock() + postponedMs };
  }

  #handle(error: unknown, segment: KeptSegment): void {
    const now = readSteadyClock();
    const status = error instanceof ScorerApiError ? error.status : 0;
    if (error instanceof Postponed || [400, 404, 409, 413].includes(status)) {
      this.#postponed.set(toName(segment), now + postponedMs);
      if (status === 404 || status === 409) this.delay = (error as Error).message;
      // All segments of a broadcast that is gone wait.
      if (status === 404) this.#hold(segment.publisher, Number.NEGATIVE_INFINITY);
      return;
    }
    this.fail(error);
    this.#failures += 1;
    const wait = Math.min(waits.last, waits.first * 2 ** (this.#failures - 1));
    this.#pausedUntil = now + wait * (0.75 + Math.random() / 2);
  }

  #continueAt(at: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.next(), Math.max(50, at - readSteadyClock()));
  }
}

const nothingHeld = { publisher: '', from: 0, until: 0 };

const toEnd = ({ startMs, durationMs }: KeptSegment) => startMs + durationMs;

/** Called when this segment failed, not the network: the bucket rejects it, or its file does not open. */
class Postponed extends Error {}
