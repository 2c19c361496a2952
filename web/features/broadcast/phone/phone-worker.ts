/** The worker of the phone's page: encodes, stores and sends, so that a busy page delays nothing. */
import { createSend } from '../../league/scorer/api-client.ts';
import { readSteadyClock, ServerClock } from './capture/clocks.ts';
import { readPictures } from './capture/read-pictures.ts';
import { packSegment } from './encode/pack-segment.ts';
import { settleTime } from './encode/settle-time.ts';
import { Studio } from './encode/studio.ts';
import { tryEncoders, trySound } from './encode/try-out.ts';
import { createMemoryFiles, openFiles } from './keep/files.ts';
import { SavedState } from './keep/saved-state.ts';
import { SegmentStore } from './keep/segment-store.ts';
import type { Ability, FromWorker, ToWorker, WorkerStatus } from './messages.ts';
import { measureLine } from './send/measure-line.ts';
import { PhoneApi, type PhoneMatch } from './send/phone-api.ts';
import { putObject } from './send/put-object.ts';
import { Uploader } from './send/uploader.ts';

/** Milliseconds between two messages about the state, and two looks at the match. */
const [statusEveryMs, matchEveryMs] = [250, 15_000];
/** Milliseconds by which the kept clock may be wrong. */
const maxClockError = 50;
/** Requests at the start that measure the clock. */
const clockSamples = 4;

type Open = Extract<ToWorker, { is: 'open' }>;

const post = (message: FromWorker) => postMessage(message);

let broadcaster: Broadcaster | undefined;
addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  if (data.is === 'open') void openBroadcaster(data);
  else void broadcaster?.take(data);
});

/** One tab at a time holds a match's files. */
async function openBroadcaster(open: Open): Promise<void> {
  broadcaster = new Broadcaster(open);
  const name = `emitir-${open.eventId}`;
  const hold = async () => {
    await broadcaster?.open();
    await new Promise(() => undefined);
  };
  if (!navigator.locks) return void hold();
  await navigator.locks.request(name, { ifAvailable: true }, (lock) => {
    if (lock) return hold();
    broadcaster?.waitForOtherTab();
    return undefined;
  });
  await navigator.locks.request(name, hold);
}

class Broadcaster {
  readonly #open: Open;
  readonly #clock = new ServerClock();
  #api: PhoneApi | undefined;
  #state: SavedState | undefined;
  #ability: Ability = 'trying';
  #hasSound = false;
  #isElsewhere = false;
  #isStored = true;
  #isStarting = false;
  #match: PhoneMatch | undefined;
  #store: SegmentStore | undefined;
  #studio: Studio | undefined;
  #uploader: Uploader | undefined;
  #endPictures: (() => void) | undefined;
  /** As in the response to the last report. */
  #wasShown: boolean | undefined = true;
  /** Messages that the page sent before the encoders were tried out. */
  #early: ToWorker[] = [];

  constructor(open: Open) {
    this.#open = open;
  }

  waitForOtherTab(): void {
    this.#isElsewhere = true;
    this.#tell();
  }

  async open(): Promise<void> {
    this.#isElsewhere = false;
    const stored = await openFiles(this.#open.eventId).catch(() => undefined);
    this.#isStored = stored !== undefined;
    const files = stored ?? createMemoryFiles();
    const state = await SavedState.open(files);
    this.#state = state;
    const { link = this.#open.link, device = this.#open.device, match, ahead, isAssumed } = state.current;
    state.change({ link: this.#open.link ?? link, device });
    this.#match = match;
    // The phone's own clock is used until the server has answered once; it may be wrong by as much as since then.
    if (ahead !== undefined) this.#clock.assume(Date.now() + ahead);
    const send = createSend(this.#open.link ?? link, () => this.#open.session);
    const api = new PhoneApi(this.#open.eventId, send, this.#clock);
    this.#api = api;
    void this.#measureClock();
    const store = await SegmentStore.open(files, () => this.#uploader?.next(), isAssumed);
    this.#store = store;
    setInterval(() => this.#tell(), statusEveryMs);
    setInterval(() => void this.#readMatch(), matchEveryMs);
    addEventListener('online', () => this.#wake());
    post({ is: 'saved', saved: state.current });
    const onChange = () => void this.#noteChange();
    const uploader = new Uploader({
      store,
      api,
      onChange,
      put: putObject,
      pack: packSegment,
      takePicture: async () => this.#studio?.takePicture(),
      readTime: () => this.#clock.toServer(readSteadyClock()),
    });
    this.#uploader = uploader;
    uploader.next();
    void this.#settleTime();
    void this.#tellEnd();
    await this.#tryEncoders(store, uploader);
  }

  async take(message: ToWorker): Promise<void> {
    if (message.is === 'wake') return this.#wake();
    if (this.#ability === 'trying') return void this.#early.push(message);
    if (message.is === 'pictures') this.#readPictures(message);
    else if (message.is === 'sound') this.#readSound(message.port);
    else if (message.is === 'measure') await this.#measureLine();
    else if (message.is === 'start') await this.#start();
    else if (message.is === 'stop') await this.#stop();
    else if (message.is === 'show') await this.#show();
  }

  async #tryEncoders(store: SegmentStore, uploader: Uploader): Promise<void> {
    const codec = await tryEncoders();
    this.#hasSound = codec !== undefined && (await trySound());
    if (codec && this.#hasSound)
      this.#studio = new Studio(codec, { store, clock: this.#clock, observeLine: () => uploader });
    this.#ability = this.#studio ? 'yes' : 'none';
    this.#tell();
    for (const message of this.#early.splice(0)) await this.take(message);
  }

  #readPictures(message: Extract<ToWorker, { is: 'pictures' }>): void {
    this.#endPictures?.();
    this.#studio?.resetPictures();
    this.#endPictures = readPictures(message, (frame) => this.#studio?.addPicture(frame, frame.timestamp / 1_000));
  }

  #readSound(port: MessagePort): void {
    this.#studio?.resetSound();
    port.onmessage = ({ data }) => this.#studio?.addSound(data);
  }

  /** Begins, or continues after a reload. The server's clock must be known, because the time stamps are in its time. */
  async #start(): Promise<void> {
    if (!this.#studio || !this.#store || !this.#uploader || this.#studio.isLive || this.#isStarting) return;
    this.#isStarting = true;
    try {
      await this.#register();
      const { publisher } = this.#state?.current ?? {};
      if (!publisher || !this.#clock.isKnown) return;
      await this.#settleTime();
      this.#store.isAssumed = this.#clock.isAssumed;
      this.#state?.change({ isLive: true, hasEnded: false, isAssumed: this.#clock.isAssumed });
      const first = Math.max(this.#serverNext, this.#store.findNext(publisher));
      await this.#studio.start(publisher, first);
      this.#uploader.isLive = true;
    } finally {
      this.#isStarting = false;
      this.#tell();
    }
  }

  #measuring: Promise<void> | undefined;
  #probed: number | undefined;

  /**
   * Bandwidth before the live, in bits per second, so that it begins with a fitting rung. Waiting segments measure it
   * too.
   */
  async #measureLine(): Promise<void> {
    const [api, store] = [this.#api, this.#store];
    if (!api || !store || this.#studio?.isLive || store.segments.length > 0) return;
    this.#measuring ??= measureLine(api.openProbe, putObject).then((bitrate) => {
      this.#probed = bitrate;
      // Without an answer the next look at the camera tries again.
      if (bitrate === undefined) this.#measuring = undefined;
      else this.#studio?.expectLine(bitrate);
      this.#tell();
    });
    await this.#measuring;
  }

  #serverNext = 0;

  /** Without a network, a reloaded page continues as the same publisher. */
  async #register(): Promise<void> {
    try {
      const answer = await this.#api?.register(this.#state?.current.device ?? this.#open.device);
      if (!answer) return;
      this.#serverNext = answer.next;
      this.#state?.change({ publisher: answer.publisher });
    } catch (error) {
      this.#uploader?.fail(error);
    }
  }

  async #stop(): Promise<void> {
    const ending = this.#state?.current.publisher;
    this.#state?.change({ isLive: false, hasEnded: true });
    await this.#studio?.stop();
    if (this.#uploader) this.#uploader.isLive = false;
    this.#state?.change({ publisher: undefined, ...(ending && { ending }) });
    this.#tell();
    this.#uploader?.wake();
    await this.#tellEnd();
  }

  async #show(): Promise<void> {
    const { publisher } = this.#state?.current ?? {};
    if (!publisher || !this.#api || !this.#uploader) return;
    const isDone = await this.#api.show(publisher).then(
      () => true,
      () => false,
    );
    if (isDone) this.#uploader.isShown = true;
    await this.#readMatch();
    this.#tell();
  }

  /** Reports the end to the server, as soon as there is a network. */
  async #tellEnd(): Promise<void> {
    const { ending } = this.#state?.current ?? {};
    if (!ending) return;
    await this.#api?.end(ending).then(
      () => this.#state?.change({ ending: undefined }),
      () => undefined,
    );
  }

  async #noteChange(): Promise<void> {
    this.#tell();
    const isShown = this.#uploader?.isShown;
    if (isShown !== this.#wasShown) {
      this.#wasShown = isShown;
      // The page names at once whom viewers see instead.
      void this.#readMatch().then(() => this.#tell());
    }
    await this.#tellEnd();
  }

  #wake(): void {
    this.#uploader?.wake();
    void this.#readMatch();
    void this.#tellEnd();
  }

  async #measureClock(): Promise<void> {
    for (let sample = 0; sample < clockSamples; sample += 1) await this.#readMatch();
  }

  async #readMatch(): Promise<void> {
    try {
      this.#match = (await this.#api?.readMatch(this.#state?.current.device ?? this.#open.device)) ?? this.#match;
      await this.#settleTime();
      this.#keepMatch();
      this.#uploader?.succeed();
    } catch (error) {
      this.#uploader?.fail(error);
    }
  }

  #settling: Promise<void> | undefined;

  /** Once for all answers that come at the same time. */
  async #settleTime(): Promise<void> {
    if (!this.#clock.isAssumed || !this.#store) return;
    this.#settling ??= settleTime(this.#clock, this.#store, this.#studio).finally(() => {
      this.#settling = undefined;
    });
    await this.#settling;
    if (this.#clock.isAssumed) return;
    this.#state?.change({ isAssumed: false });
    this.#uploader?.next();
  }

  /** Stores the data for a start without a network; fields that change with each response are left out. */
  #keepMatch(): void {
    const stored = this.#state?.current.ahead ?? Number.POSITIVE_INFINITY;
    const ahead = Math.round(this.#clock.toServer(readSteadyClock()) - Date.now());
    const match = this.#match && { ...this.#match, now: 0, onAir: null };
    this.#state?.change({ match, ...(Math.abs(ahead - stored) > maxClockError && { ahead }) });
  }

  #tell(): void {
    post({ is: 'status', status: this.#describe() });
  }

  #describe(): WorkerStatus {
    const [uploader, studio, now] = [this.#uploader, this.#studio, readSteadyClock()];
    const waiting = (this.#store?.segments ?? []).filter(({ rendition }) => rendition === 'main');
    const {
      rung = { width: 1280, height: 720, rate: 30, bitrate: 0 },
      rate = 0,
      pictureAt = 0,
      soundAt = 0,
    } = studio?.state ?? {};
    return {
      ability: this.#ability,
      hasSound: this.#hasSound,
      match: this.#match,
      rung,
      rate,
      isElsewhere: this.#isElsewhere,
      isStored: this.#isStored,
      isFull: this.#store?.isFull ?? false,
      connection: uploader?.connection ?? 'online',
      reason: uploader?.reason ?? '',
      isLive: studio?.isLive ?? false,
      isStarting: this.#isStarting,
      isReserve: studio?.isLive === true && uploader?.isShown === false,
      pictureAgeMs: now - pictureAt,
      soundAgeMs: now - soundAt,
      lineBitrate: uploader?.lineBitrate ?? (studio?.isLive ? undefined : this.#probed),
      waiting: { count: waiting.length, ms: waiting.reduce((sum, { durationMs }) => sum + durationMs, 0) },
      sent: uploader?.sent ?? 0,
      delay: uploader?.delay ?? '',
      refused: uploader?.refused.length ?? 0,
      refusal: uploader?.refused.at(-1)?.code ?? '',
    };
  }
}
