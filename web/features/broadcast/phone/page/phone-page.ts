/** The page's behaviour: camera, countdown, repair after calls, and messages of the worker. */
import { WakeLock } from '../../../league/scorer/wake-lock.ts';
import { Camera, isRefusal } from '../capture/camera.ts';
import { decideRepair } from '../capture/repair.ts';
import type { FromWorker, Saved, ToWorker, WorkerStatus } from '../messages.ts';
import { chooseScreen, type Screen } from './screen.ts';
import { adviseBrowser, type CameraProblem, listNotices } from './texts.ts';
import { PhoneView } from './view.ts';

const countdownSeconds = 3;
/** Milliseconds on air without a touch after which the screen turns black, and for which a notice about the past stays. */
const [blackAfterMs, hiddenNoticeMs] = [60_000, 20_000];
/** Hours after a link's end in which kept segments may still be sent. */
const lateHours = 24;

export interface PageOptions {
  eventId: string;
  link: string | undefined;
  session: string | undefined;
  device: string;
}

export class PhonePage {
  readonly #options: PageOptions;
  readonly #worker: Worker;
  readonly #view: PhoneView;
  readonly #camera: Camera;
  readonly #wakeLock = new WakeLock();
  readonly #advice: string | undefined;
  #status: WorkerStatus | undefined;
  #problem: CameraProblem | undefined;
  #hasEnded = false;
  #isResumed = false;
  #countdownEnd = 0;
  #countdown: ReturnType<typeof setTimeout> | undefined;
  #liveSince = 0;
  #touchedAt = 0;
  #hiddenUntil = 0;
  #repairedAt = 0;
  #isOpening = false;
  #hasChanged = false;
  #soundSince = performance.now();

  constructor(root: HTMLElement, worker: Worker, options: PageOptions) {
    this.#options = options;
    this.#worker = worker;
    this.#advice = adviseBrowser({
      userAgent: navigator.userAgent,
      hasWebCodecs: typeof VideoEncoder === 'function',
      hasCamera: navigator.mediaDevices?.getUserMedia !== undefined,
    });
    this.#view = new PhoneView(root, {
      openCamera: () => void this.#openCamera(),
      chooseCamera: (deviceId) => void this.#openCamera(deviceId),
      zoom: (zoom) => void this.#camera.setZoom(zoom),
      start: () => this.#count(),
      cancel: () => this.#cancel(),
      end: () => this.#end(),
      show: () => this.#post({ is: 'show' }),
      again: () => this.#begin(),
      copyLink: () => void navigator.clipboard?.writeText(this.#address),
    });
    this.#camera = new Camera(
      (message, transfer) => this.#post(message, transfer),
      () => this.#noteChange(),
      (level) => this.#showLevel(level),
    );
  }

  open(): void {
    this.#worker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => this.#take(data));
    this.#post({ is: 'open', ...this.#options });
    setInterval(() => this.#tick(), 500);
    addEventListener('pointerdown', () => this.#touch());
    addEventListener('keydown', () => this.#touch());
    addEventListener('online', () => this.#post({ is: 'wake' }));
    addEventListener('beforeunload', (event) => this.#warn(event));
    document.addEventListener('visibilitychange', () => this.#changeVisibility());
    void navigator.storage?.persist?.().catch(() => undefined);
    this.#update();
  }

  get #address(): string {
    const { link } = this.#options;
    return `${location.origin}${location.pathname}${link ? `#${link}` : ''}`;
  }

  get #screen(): Screen {
    return chooseScreen({
      advice: this.#advice,
      status: this.#status,
      isOpen: this.#camera.stream !== undefined,
      isCounting: this.#countdown !== undefined,
      hasEnded: this.#hasEnded,
    });
  }

  #post(message: ToWorker, transfer: Transferable[] = []): void {
    this.#worker.postMessage(message, transfer);
  }

  #take(message: FromWorker): void {
    if (message.is === 'saved') {
      this.#adopt(message.saved);
      return;
    }
    const wasLive = this.#status?.isLive;
    this.#status = message.status;
    if (message.status.isLive && !wasLive) {
      this.#liveSince = performance.now();
      this.#touchedAt = performance.now();
      this.#isResumed = false;
    }
    this.#update();
  }

  /** Continues the broadcast of an earlier page. */
  #adopt({ isLive, hasEnded = false }: Saved): void {
    this.#isResumed = isLive;
    this.#hasEnded = hasEnded;
    if (isLive) void this.#resumeAlone();
    this.#update();
  }

  /** A page that was killed while live resumes automatically if the camera is allowed already. */
  async #resumeAlone(): Promise<void> {
    const allowed = await navigator.permissions
      ?.query({ name: 'camera' as PermissionName })
      .then(({ state }) => state === 'granted')
      .catch(() => false);
    if (allowed && !this.#advice) await this.#openCamera();
  }

  async #openCamera(deviceId?: string): Promise<void> {
    if (this.#isOpening) return;
    this.#isOpening = true;
    this.#repairedAt = performance.now();
    this.#hasChanged = false;
    this.#update();
    try {
      const stream = await this.#camera.open(deviceId ?? this.#camera.deviceId);
      this.#problem = undefined;
      this.#view.showStream(stream);
      this.#view.showCameras(await this.#camera.listCameras(), this.#camera.deviceId, this.#camera.readZoom());
      this.#post({ is: this.#isResumed ? 'start' : 'measure' });
    } catch (error) {
      this.#problem = isRefusal(error) ? 'refused' : isMissing(error) ? 'missing' : 'busy';
    } finally {
      this.#isOpening = false;
      this.#update();
    }
  }

  #count(): void {
    void this.#camera.resume();
    this.#countdownEnd = performance.now() + 1_000 * countdownSeconds;
    this.#countdown = setTimeout(() => {
      this.#countdown = undefined;
      this.#hasEnded = false;
      this.#post({ is: 'start' });
    }, 1_000 * countdownSeconds);
    this.#update();
  }

  #cancel(): void {
    clearTimeout(this.#countdown);
    this.#countdown = undefined;
    this.#update();
  }

  #end(): void {
    this.#hasEnded = true;
    this.#isResumed = false;
    this.#post({ is: 'stop' });
    this.#camera.close();
    this.#view.showStream(undefined);
    this.#update();
  }

  #begin(): void {
    this.#hasEnded = false;
    void this.#openCamera();
  }

  /** Checks camera, battery and text, twice a second. */
  #tick(): void {
    const now = performance.now();
    const isLive = this.#status?.isLive ?? false;
    void this.#wakeLock.keep(isLive || (this.#status?.waiting.count ?? 0) > 0);
    if (isLive && now - this.#touchedAt > blackAfterMs) this.#view.black.open();
    if (!isLive && this.#view.black.element.open) this.#view.black.element.close();
    if (this.#camera.stream || this.#problem === 'busy') void this.#repair(now);
    this.#update();
  }

  async #repair(now: number): Promise<void> {
    const repair = decideRepair({
      isVisible: !document.hidden,
      pictureAgeMs: this.#status?.ability === 'yes' ? this.#status.pictureAgeMs : 0,
      soundAgeMs: this.#status?.ability === 'yes' ? this.#status.soundAgeMs : 0,
      repairAgeMs: now - this.#repairedAt,
      hasSound: this.#camera.hasSound,
      zeroMs: now - this.#soundSince,
      hasChanged: this.#hasChanged,
    });
    if (repair === 'none') return;
    if (repair === 'resume') {
      this.#repairedAt = now;
      await this.#camera.resume();
    } else await this.#openCamera();
  }

  /** Checks a track as soon as it has ended, fallen silent or come back. */
  #noteChange(): void {
    void this.#camera.resume();
    const tracks = this.#camera.stream?.getTracks() ?? [];
    if (tracks.some(({ readyState, muted }) => readyState === 'ended' || !muted)) this.#hasChanged ||= !this.#isFlowing;
  }

  get #isFlowing(): boolean {
    const { pictureAgeMs = 0, soundAgeMs = 0 } = this.#status ?? {};
    const hasEnded = this.#camera.stream?.getTracks().some(({ readyState }) => readyState === 'ended');
    return !hasEnded && pictureAgeMs < 1_000 && (!this.#camera.hasSound || soundAgeMs < 1_000);
  }

  #changeVisibility(): void {
    if (document.hidden) return;
    void this.#camera.resume();
    this.#post({ is: 'wake' });
    if (this.#status?.isLive && !this.#isFlowing) {
      this.#hasChanged = true;
      this.#hiddenUntil = performance.now() + hiddenNoticeMs;
    }
    this.#tick();
  }

  #showLevel(level: number): void {
    this.#view.meter.show(level);
    if (level > 0) this.#soundSince = performance.now();
  }

  #touch(): void {
    this.#touchedAt = performance.now();
    void this.#camera.resume();
  }

  /** Closing the page stops the picture, and on iPhones the sending too. */
  #warn(event: BeforeUnloadEvent): void {
    if (this.#status?.isLive || (this.#status?.waiting.count ?? 0) > 0) event.preventDefault();
  }

  #update(): void {
    const [status, now] = [this.#status, performance.now()];
    const screen = this.#screen;
    const notices = status
      ? listNotices({
          status,
          camera: this.#problem,
          isOpen: this.#camera.stream !== undefined,
          hasSound: this.#camera.hasSound,
          isSilent: now - this.#soundSince > 10_000,
          isPortrait: innerHeight > innerWidth && (screen === 'ready' || screen === 'live'),
          wasHidden: now < this.#hiddenUntil,
        })
      : [];
    this.#view.update({
      screen,
      status,
      notices,
      advice: this.#advice,
      isResumed: this.#isResumed,
      isOpening: this.#isOpening,
      countdown: Math.max(0, Math.ceil((this.#countdownEnd - now) / 1_000)),
      elapsedMs: now - this.#liveSince,
      until: formatUntil(status?.match?.validUntil),
    });
  }
}

const isMissing = (error: unknown) =>
  error instanceof DOMException && ['NotFoundError', 'OverconstrainedError'].includes(error.name);

/** Returns, for example, '30 nov, 21:15'. */
function formatUntil(validUntil: string | undefined): string | undefined {
  if (!validUntil) return undefined;
  const until = new Date(Date.parse(validUntil) + lateHours * 3_600_000);
  const format = { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' } as const;
  return until.toLocaleString('es-ES', { ...format, timeZone: 'Europe/Madrid' });
}
