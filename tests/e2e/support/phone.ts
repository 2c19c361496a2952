/** A phone that broadcasts a match: a browser of its own with a camera, which can be killed and opened again. */
import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page, type Response, type Worker } from '@playwright/test';
import { smallBitrate } from '../../../web/features/broadcast/phone/encode/second-rendition.ts';
import { createCaller } from '../../support/call-api.ts';
import { findChromium } from '../../support/machine.ts';
import { hashPicture, readPictures } from '../../support/transport-stream.ts';
import { addresses, createClub, createEvent, createPerson } from './platform.ts';
import { findDescendants, readCommand } from './processes.ts';
import { phone as phoneScreen } from './screens.ts';

const { environment } = await import('../../../functions/platform/aws/environment.ts');
const { listObjects, readObject } = await import('../../../functions/platform/aws/storage.ts');

/** Creates a match of now and its camera link. */
export async function createPhoneMatch() {
  const [homeClubId, awayClubId] = [await createClub('CD Sauce'), await createClub('UD Encina')];
  const start = Date.now();
  const match = await createEvent({
    title: 'CD Sauce – UD Encina',
    clubIds: [homeClubId, awayClubId],
    homeClubId,
    awayClubId,
    scheduledStartDate: new Date(start).toISOString(),
    scheduledFinishDate: new Date(start + 2 * 3_600_000).toISOString(),
  });
  const admin = await createPerson('ADMIN');
  const { data } = await createCaller(addresses.api)('POST', `/sportevents/${match.id}/camera-link`, admin);
  return { ...match, path: `/emitir/${match.id}`, link: `/emitir/${match.id}#${data.token}` };
}

const cameraArguments = [
  '--no-sandbox',
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
  '--autoplay-policy=no-user-gesture-required',
  '--disable-background-networking',
];

export class Phone {
  readonly #profile: string;
  #context: BrowserContext | undefined;
  /** Contents of the pictures that came out of each encoder, by its place among all. */
  readonly #encoders: number[][] = [];

  /** The server's ids of this phone. */
  readonly publishers: string[] = [];

  private constructor(profile: string) {
    this.#profile = profile;
  }

  static async create(): Promise<Phone> {
    return new Phone(await mkdtemp(join(tmpdir(), 'cantera-phone-')));
  }

  /** Milliseconds by which the phone's own clock is wrong from now on. */
  clockMs = 0;

  /** True if pages open without a line. */
  opensOffline = false;

  /** Opens a page, in the browser as it was left; `prepare` runs in it first. */
  async open(path: string, viewport = phoneScreen, prepare?: () => void): Promise<Page> {
    const launch = async () =>
      chromium.launchPersistentContext(this.#profile, {
        executablePath: await findChromium(),
        args: cameraArguments,
        viewport,
        locale: 'es-ES',
        permissions: ['camera', 'microphone'],
        baseURL: addresses.web,
        colorScheme: 'dark',
        // The page is kept for a ground without a line.
        serviceWorkers: 'allow',
        // The worker that a moved clock wraps has an address of its own.
        bypassCSP: this.clockMs !== 0,
      });
    // After a kill, Chromium sometimes crashes while it starts, without loss of data.
    this.#context = await launch().catch(launch);
    const page = this.#context.pages()[0] ?? (await this.#context.newPage());
    page.on('response', (response) => void this.#notePublisher(response).catch(() => undefined));
    page.on('response', (response) => void this.#noteReport(response).catch(() => undefined));
    if (prepare) await page.addInitScript(prepare);
    if (this.clockMs) await page.addInitScript(moveClock, this.clockMs);
    page.on('worker', (worker) => void this.#watch(worker).catch(() => undefined));
    if (this.opensOffline) await this.setLine(false);
    await page.goto(path);
    return page;
  }

  async setLine(isThere: boolean): Promise<void> {
    await this.#context?.setOffline(!isThere);
  }

  /** Ends the browser as a dead battery does. */
  async kill(): Promise<void> {
    for (const pid of findDescendants(process.pid).filter((one) => readCommand(one).includes(this.#profile)))
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // It has ended with another one.
      }
    await this.#context?.close().catch(() => undefined);
    this.#context = undefined;
  }

  async close(): Promise<void> {
    await this.#context?.close().catch(() => undefined);
    rmSync(this.#profile, { recursive: true, force: true, maxRetries: 5 });
  }

  /**
   * All pictures that came out of an encoder, by their content; the ten of a try-out do not count. `place` says where a
   * lost one was.
   */
  get encoded(): { hash: number; place: string }[] {
    return this.#encoders.flatMap((pictures, encoder) =>
      pictures.length > 10
        ? pictures.map((hash, at) => ({ hash, place: `${at + 1} of ${pictures.length} of encoder ${encoder}` }))
        : [],
    );
  }

  /** Warnings of the page's worker. */
  readonly warnings: string[] = [];

  /** Segments that the server has refused, by its code. */
  readonly refused: string[] = [];

  async #noteReport(response: Response): Promise<void> {
    if (!/\/phone\/segments$/.test(response.url())) return;
    const { data } = (await response.json()) as {
      data?: { segments?: { state: string; code: string; number: number }[] };
    };
    for (const { state, code, number } of data?.segments ?? [])
      if (state === 'REFUSED') this.refused.push(`${number} ${code}`);
  }

  async #notePublisher(response: Response): Promise<void> {
    if (!response.url().endsWith('/phone/publishers')) return;
    const { data } = (await response.json()) as { data: { publisher: string } };
    if (!this.publishers.includes(data.publisher)) this.publishers.push(data.publisher);
  }

  /** Observes the encoders in the page's worker. The page has stored a picture before it is reported here. */
  async #watch(worker: Worker): Promise<void> {
    const before = this.#encoders.length;
    worker.on('console', (message) => {
      if (message.type() === 'warning') this.warnings.push(message.text());
      const [, encoder, hash] = /^encoded (\d+) (\d+)$/.exec(message.text()) ?? [];
      const place = before + Number(encoder);
      this.#encoders[place] ??= [];
      if (hash) this.#encoders[place].push(Number(hash));
    });
    await worker.evaluate(
      ({ source, smallBitrate }) => {
        const hash = new Function(`return ${source}`)() as typeof hashPicture;
        let count = 0;
        const Original = VideoEncoder;
        globalThis.VideoEncoder = class extends Original {
          constructor({ output, error }: VideoEncoderInit) {
            const own = { number: count, isSmall: false };
            count += 1;
            super({
              error,
              output(chunk, metadata) {
                output(chunk, metadata);
                const data = new Uint8Array(chunk.byteLength);
                chunk.copyTo(data);
                // The second rendition is not recorded.
                if (!own.isSmall) console.debug(`encoded ${own.number} ${hash(data)}`);
              },
            });
            const configure = this.configure.bind(this);
            this.configure = (config) => {
              own.isSmall = config.bitrate === smallBitrate;
              configure(config);
            };
          }
        };
      },
      { source: hashPicture.toString(), smallBitrate },
    );
  }
}

/** Moves the clock of a page, and of its workers before their first message. Runs in the page. */
function moveClock(ms: number): void {
  const move = (by: number) => {
    const readNow = Date.now;
    Date.now = () => readNow() + by;
    Object.defineProperty(performance, 'timeOrigin', { value: performance.timeOrigin + by });
  };
  move(ms);
  const Original = Worker;
  globalThis.Worker = class extends Original {
    constructor(url: string | URL, options?: WorkerOptions) {
      const { href } = new URL(url, location.href);
      // Addresses of the API are relative to the page's.
      const resolve = (origin: string) => {
        const load = fetch;
        globalThis.fetch = (address, options) => load(new URL(String(address), origin), options);
      };
      const source = `import ${JSON.stringify(href)}; (${move})(${ms}); (${resolve})(${JSON.stringify(location.origin)});`;
      super(URL.createObjectURL(new Blob([source], { type: 'text/javascript' })), options);
    }
  };
}

/** Reads the pictures of a match's recording, in the order of its segments. */
export async function readRecorded(publishers: readonly string[]): Promise<{ pts: number; hash: number }[]> {
  const bucket = environment('RECORDINGS_BUCKET');
  const found = await Promise.all(publishers.map((publisher) => listObjects(bucket, `ivs/v1/phone/${publisher}/`)));
  const files = found.map((objects) =>
    objects.filter(({ key }) => key.includes('/main/')).sort((a, b) => toNumber(a.key) - toNumber(b.key)),
  );
  const pictures: { pts: number; hash: number }[] = [];
  for (const { key } of files.flat())
    pictures.push(...readPictures((await readObject({ bucket, key })) ?? new Uint8Array()));
  return pictures;
}

/** The publisher's number of a segment, from its file's name. */
const toNumber = (key: string): number => Number(/(\d+)-\d+\.ts$/.exec(key)?.[1]);
