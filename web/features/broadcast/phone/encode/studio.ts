/** Turns pictures and sound of the phone into segments in the store. Runs in the worker. */
import { phoneClockErrorMs, slotStart, toSlot } from '../../../../../shared/domain/phone-segments.ts';
import { MediaClock, readSteadyClock, type ServerClock } from '../capture/clocks.ts';
import { type Sound, SoundLine, sampleRate } from '../capture/sound-line.ts';
import type { SegmentStore } from '../keep/segment-store.ts';
import type { SoundEncoder } from './aac.ts';
import { Ladder, type Observation, type Rung } from './ladder.ts';
import type { Packet } from './packet.ts';
import { type PictureCodec, PictureEncoder, type PictureSize } from './picture-encoder.ts';
import { createSmallRung, SecondRendition, smallLineBitrate } from './second-rendition.ts';
import { SegmentCutter } from './segment-cutter.ts';
import { createSoundEncoder } from './sound-encoder.ts';

/** Sound that is this late counts as missing, and is silence. */
const soundDelayMs = 700;

export interface SoundBlock {
  channels: Sound['channels'];
  /** By the sound card's clock, in milliseconds. */
  stamp: number;
}

interface Parts {
  store: SegmentStore;
  clock: ServerClock;
  /** Observations of the sending. */
  observeLine: () => Pick<Observation, 'lineBitrate' | 'isLate'>;
  ladder?: Ladder;
  second?: SecondRendition;
}

export interface StudioState {
  rung: Rung;
  /** True while there is a second rendition for weak lines. */
  hasSmall: boolean;
  /** Pictures a second that came out during the last segment, and their delay. */
  rate: number;
  delayMs: number;
  /** Steady time of the last picture of the camera and of the last sound. */
  pictureAt: number;
  soundAt: number;
}

/** The second rendition of a session. */
interface Small {
  cutter: SegmentCutter;
  pictures: PictureEncoder;
  /** UTC of the slot with which it begins. */
  from: number;
  rung: Rung;
}

interface Session {
  publisher: string;
  cutter: SegmentCutter;
  pictures: PictureEncoder;
  small?: Small | undefined;
  /** First number that the second rendition has not used. */
  smallNext: number;
  sound: SoundEncoder;
  line: SoundLine | undefined;
  /** UTC before which nothing is encoded. */
  from: number;
}

export class Studio {
  state: StudioState;
  readonly #parts: Parts;
  readonly #codec: PictureCodec;
  readonly #ladder: Ladder;
  readonly #second: SecondRendition;
  /** True from a start until all segments are in the store. */
  isLive = false;
  #session: Session | undefined;
  /** The last of the changes below: each waits for the one before. */
  #last: Promise<void> = Promise.resolve();
  #pictureClock = new MediaClock();
  #soundClock = new MediaClock();
  #observedAt = 0;

  constructor(codec: PictureCodec, parts: Parts) {
    this.#codec = codec;
    this.#parts = parts;
    this.#ladder = parts.ladder ?? new Ladder();
    this.#second = parts.second ?? new SecondRendition();
    this.state = { rung: this.#ladder.rung, hasSmall: false, rate: 0, delayMs: 0, pictureAt: 0, soundAt: 0 };
  }

  /** Begins to encode. A publisher that has kept segments begins with the next slot, because each has one segment. */
  start(publisher: string, first: number): Promise<void> {
    return this.#inOrder(() => this.#begin(publisher, first));
  }

  /** Ends once all segments are in the store. */
  stop(): Promise<void> {
    return this.#inOrder(() => this.#end());
  }

  /** Ends the segments in progress, and starts the next ones after a change of the clock. */
  interrupt(change: () => void): Promise<void> {
    return this.#inOrder(async () => {
      const session = this.#session;
      await this.#end();
      change();
      if (session) await this.#begin(session.publisher, session.cutter.next);
    });
  }

  #inOrder(act: () => Promise<void>): Promise<void> {
    const done = this.#last.then(act).finally(() => {
      this.isLive = this.#session !== undefined;
    });
    this.#last = done.catch(() => undefined);
    return done;
  }

  async #begin(publisher: string, first: number): Promise<void> {
    if (this.#session) return;
    const { store } = this.#parts;
    await store.prepare({ publisher, number: first, rendition: 'main' });
    const cutter = new SegmentCutter(first, store.createSink({ publisher, rendition: 'main' }));
    const addSound = (packet: Packet) => {
      cutter.add(packet);
      this.#session?.small?.cutter.add(packet);
    };
    const sound = await createSoundEncoder(addSound, warn);
    const pictures = new PictureEncoder(this.#codec, this.#ladder.rung, (packet) => cutter.add(packet), warn);
    // The camera's picture before the live may have been placed by the phone's own clock.
    this.resetPictures();
    this.resetSound();
    const now = this.#now();
    const next = first === 0 ? now : slotStart(toSlot(now) + 1);
    // A page that was opened again may take the server's clock for earlier than the one before did.
    const free = store.findFreeFrom(publisher) ?? next;
    const from = free - now < 2 * phoneClockErrorMs ? Math.max(next, free) : next;
    this.#session = { publisher, cutter, pictures, smallNext: first, sound, line: undefined, from };
  }

  async #end(): Promise<void> {
    const session = this.#session;
    if (!session) return;
    this.#session = undefined;
    await session.pictures.finish();
    await this.#endSmall(session);
    await Promise.race([session.sound.finish().catch(() => undefined), sleep(1_000)]);
    session.sound.close();
    session.cutter.finish();
  }

  /** Sets the bandwidth measured before the live, in bits per second. */
  expectLine(bitrate: number): void {
    if (this.#session) return;
    this.state.rung = this.#ladder.begin(bitrate);
  }

  takePicture = async (): Promise<string | undefined> => this.#session?.pictures.takePicture();

  /** A new camera has a clock of its own. */
  resetPictures(): void {
    this.#pictureClock = new MediaClock();
  }

  resetSound(): void {
    this.#soundClock = new MediaClock();
  }

  /** Takes a picture; `stamp` in milliseconds, by the camera's clock. */
  addPicture(picture: CanvasImageSource & PictureSize, stamp: number): void {
    this.state.pictureAt = readSteadyClock();
    const utc = this.#pictureClock.toUtc(stamp, this.#now());
    const session = this.#session;
    if (!session || utc < session.from) return;
    if (!session.pictures.isOpen) this.#reopen(session);
    session.line ??= new SoundLine(utc);
    this.#encodeSound(session, session.line.fillUntil(utc - soundDelayMs));
    session.pictures.encode(picture, utc, () => this.#observe(session, utc));
    const { small } = session;
    if (small && utc >= small.from) small.pictures.encode(picture, utc, () => small.rung);
  }

  addSound({ channels, stamp }: SoundBlock): void {
    this.state.soundAt = readSteadyClock();
    const lengthMs = (1_000 * channels[0].length) / sampleRate;
    const utc = this.#soundClock.toUtc(stamp, this.#now() - lengthMs);
    const session = this.#session;
    if (session?.line) this.#encodeSound(session, session.line.add(channels, utc));
  }

  #encodeSound({ sound }: Session, pieces: Sound[]): void {
    for (const piece of pieces) sound.encode(piece);
  }

  /** An encoder that has failed, for example when the phone took it away during a call, is replaced. */
  #reopen(session: Session): void {
    const { cutter } = session;
    session.pictures = new PictureEncoder(this.#codec, this.#ladder.rung, (packet) => cutter.add(packet), warn);
  }

  #observe(session: Session, utc: number): Rung {
    const before = this.#observedAt;
    this.#observedAt = utc;
    const seconds = (utc - before) / 1_000;
    const { offered, encoded, delays } = session.pictures.takeStatistics();
    // The first pictures of a session, or those around a pause, say nothing. Within a slot nothing changes.
    if (seconds > 3 || seconds < 1 || toSlot(utc) === toSlot(before)) return this.#ladder.rung;
    const delayMs = delays.sort((a, b) => a - b)[delays.length >> 1] ?? 0;
    const rate = encoded / seconds;
    const line = this.#parts.observeLine();
    const seen = { offered: offered / seconds, encoded: rate, delayMs, ...line };
    const hadSmall = session.small !== undefined;
    const hasSmall = this.#second.observe(seen, this.#ladder.rung);
    const left = line.lineBitrate && Math.max(1, line.lineBitrate - (hasSmall ? smallLineBitrate : 0));
    // The second rendition alone may have weakened the encoder: the main one steps down without it only.
    const isRelieved = hadSmall && !hasSmall;
    const rung = isRelieved ? this.#ladder.rung : this.#ladder.observe({ ...seen, ...(left && { lineBitrate: left }) });
    this.#followSmall(session, { hasSmall, rung, utc });
    Object.assign(this.state, { rung, hasSmall: session.small !== undefined, rate, delayMs });
    return rung;
  }

  /** Begins the second rendition with the next slot, keeps its rate that of the main one, or ends it. */
  #followSmall(session: Session, { hasSmall, rung, utc }: { hasSmall: boolean; rung: Rung; utc: number }): void {
    const { small } = session;
    if (!hasSmall || (small && !small.pictures.isOpen)) return void this.#endSmall(session);
    if (small) {
      if (small.rung.rate !== rung.rate) small.rung = createSmallRung(rung);
      return;
    }
    const key = { publisher: session.publisher, rendition: 'small' } as const;
    // Like the main segment of its slot, so that both are sent together.
    const first = Math.max(session.smallNext, session.cutter.next + 1);
    const cutter = new SegmentCutter(first, this.#parts.store.createSink(key));
    const own = createSmallRung(rung);
    const pictures = new PictureEncoder(this.#codec, own, (packet) => cutter.add(packet), warn);
    session.small = { cutter, pictures, from: slotStart(toSlot(utc) + 1), rung: own };
  }

  async #endSmall(session: Session): Promise<void> {
    const { small } = session;
    if (!small) return;
    session.small = undefined;
    await small.pictures.finish();
    small.cutter.finish();
    session.smallNext = Math.max(session.smallNext, small.cutter.next);
  }

  #now(): number {
    return this.#parts.clock.toServer(readSteadyClock());
  }
}

const warn = (error: Error) => console.warn('Encoding failed', error);

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
