/**
 * A broadcast from a phone's browser beside one from an RTMP camera: start to the first viewer's picture, and glass to
 * glass. Of the phone also the functions' time for a segment, and the processor that capture, encoding and packing take
 * at each size, in cores of this machine.
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { build } from 'esbuild';
import { findDescendants } from '../e2e/support/processes.ts';
import { Encoder } from '../support/encoder.ts';
import type { Figure } from './figure.ts';
import { percentile } from './statistics.ts';
import { onPlatform } from './visit.ts';

/** Seconds over which processor and delay are measured. */
const seconds = 12;
/** Bits of the clock in the picture: hundredths of a second, which wrap after eleven minutes. */
const clockBits = 16;

export async function phone(): Promise<Figure[]> {
  return [...(await measureBroadcasts()), ...(await measureEncoding())];
}

function measureBroadcasts(): Promise<Figure[]> {
  return onPlatform(async ({ browser, address, logIn }) => {
    const newViewer = async () => {
      const viewer = await (await browser.newContext()).newPage();
      await logIn(viewer);
      return viewer;
    };
    return [...(await measurePhone(await newViewer(), address)), ...(await measureCamera(await newViewer(), address))];
  });
}

async function measurePhone(viewer: Page, address: string): Promise<Figure[]> {
  const { createPhoneMatch, Phone } = await import('../e2e/support/phone.ts');
  const { id, link } = await createPhoneMatch();
  const camera = await Phone.create();
  try {
    const page = await camera.open('about:blank', undefined, drawClock);
    const requests: number[] = [];
    page.on('requestfinished', (request) => {
      const { requestStart, responseEnd } = request.timing();
      if (/\/phone\/(uploads|segments)$/.test(request.url())) requests.push(responseEnd - requestStart);
    });
    await page.goto(link);
    await page.getByRole('button', { name: 'Activar la cámara' }).click();
    const button = page.getByRole('button', { name: 'Emitir en directo' });
    await button.and(page.locator(':enabled')).waitFor();
    const begin = performance.now();
    await button.click();
    const { first, delay } = await watch(viewer, address, id, begin);
    return [
      // The countdown takes three seconds of it.
      { what: 'Button on the phone → first viewer’s picture', value: first, unit: 's', limit: 15 },
      { what: 'Phone’s browser, glass to glass, p50', value: delay, unit: 's', limit: 7 },
      // The mean, as it is paid; on AWS the calls of S3 and DynamoDB take longer.
      { what: 'Functions’ time for a segment, here', value: (2 * mean(requests)) / 1000, unit: 's', limit: 0.4 },
    ];
  } finally {
    await camera.close();
  }
}

async function measureCamera(viewer: Page, address: string): Promise<Figure[]> {
  const { createCamera } = await import('../e2e/support/live.ts');
  const camera = await createCamera('reloj');
  const begin = performance.now();
  const encoder = await Encoder.start(camera.address, { picture: cameraClock });
  try {
    const { first, delay } = await watch(viewer, address, camera.eventId, begin);
    return [
      { what: 'RTMP camera starts → first viewer’s picture', value: first, unit: 's', limit: 30 },
      { what: 'RTMP camera, glass to glass, p50', value: delay, unit: 's', limit: 20 },
    ];
  } finally {
    await encoder.drop();
  }
}

/** Waits for the first picture since `begin`, and measures how old pictures are. All in seconds. */
async function watch(viewer: Page, address: string, id: string, begin: number) {
  await openLive(viewer, address, id);
  await viewer.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 0, undefined, {
    timeout: 60_000,
  });
  const first = (performance.now() - begin) / 1_000;
  await sleep(5_000);
  const delays: number[] = [];
  for (let sample = 0; sample < 2 * seconds; sample += 1) {
    delays.push(await readDelay(viewer));
    await sleep(500);
  }
  return { first, delay: percentile(delays, 50) };
}

const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length;

/** FFmpeg's filters of a camera that sees the same clock as `drawClock` draws. */
const cameraClock = [
  'color=c=green:size=1280x720:rate=30,realtime',
  ...Array.from(
    { length: clockBits },
    (_, bit) => `drawbox=x=${80 * bit}:y=0:w=80:h=80:t=fill:c=white:enable='mod(floor(time(0)*100/${2 ** bit}),2)'`,
  ),
].join(',');

/** Opens the match's live page as soon as it is on air. */
async function openLive(viewer: Page, address: string, id: string): Promise<void> {
  for (;;) {
    const answer = await fetch(`${address}/api/sportevents/${id}/lives`);
    const { data } = (await answer.json()) as { data?: { liveUsers?: { slug: string }[] } };
    const slug = data?.liveUsers?.[0]?.slug;
    if (slug) return void (await viewer.goto(`${address}/live/${slug}`));
    await sleep(200);
  }
}

/** Replaces the phone's camera by a picture that shows the time in squares along its upper side. Runs in the page. */
function drawClock(): void {
  const devices = navigator.mediaDevices;
  const open = devices.getUserMedia.bind(devices);
  devices.getUserMedia = async (constraints) => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 1280, height: 720 });
    const context = canvas.getContext('2d');
    setInterval(() => {
      const now = Math.floor(Date.now() / 10);
      for (let bit = 0; context && bit < 16; bit += 1) {
        context.fillStyle = (now >> bit) & 1 ? '#fff' : '#000';
        context.fillRect(80 * bit, 0, 80, 80);
      }
      if (context) context.fillStyle = `hsl(${now % 360} 60% 50%)`;
      context?.fillRect(now % 1200, 200, 80, 400);
    }, 33);
    const { stream } = { stream: canvas.captureStream(30) };
    const sound = await open({ audio: constraints?.audio });
    for (const track of sound.getAudioTracks()) stream.addTrack(track);
    return stream;
  };
}

/** Returns the seconds between the clock in a viewer's picture and now. */
async function readDelay(viewer: Page): Promise<number> {
  return viewer.evaluate((bits) => {
    const video = document.querySelector('video');
    const canvas = Object.assign(document.createElement('canvas'), { width: 1280, height: 720 });
    const context = canvas.getContext('2d');
    if (!video || !context) return Number.NaN;
    context.drawImage(video, 0, 0, 1280, 720);
    const shown = Array.from({ length: bits }, (_, bit) => {
      const [level = 0] = context.getImageData(80 * bit + 40, 40, 1, 1).data;
      return level > 128 ? 2 ** bit : 0;
    }).reduce((a, b) => a + b);
    const wrap = 2 ** bits;
    return ((((Math.floor(Date.now() / 10) - shown) % wrap) + wrap) % wrap) / 100;
  }, clockBits);
}

/** Measures capture, drawing, encoding and packing, without the rest of the page. */
async function measureEncoding(): Promise<Figure[]> {
  const { outputFiles } = await build({
    entryPoints: [new URL('./phone-encoder.ts', import.meta.url).pathname],
    bundle: true,
    write: false,
    format: 'esm',
    splitting: false,
    outdir: 'out',
    target: 'es2024',
  });
  const script = outputFiles[0]?.text ?? '';
  const server = createServer(({ url }, response) => {
    response.setHeader('content-type', url === '/worker.js' ? 'text/javascript' : 'text/html');
    response.end(url === '/worker.js' ? script : '<!doctype html><title>Cámara</title>');
  }).listen(0);
  try {
    const { Phone } = await import('../e2e/support/phone.ts');
    const figures: Figure[] = [];
    for (const [height, hasSmall, limit] of [
      [720, true, 1.3],
      [720, false, 0.9],
      [540, false, 0.7],
      [360, false, 0.6],
    ] as const) {
      const camera = await Phone.create();
      const page = await camera.open(`http://localhost:${(server.address() as AddressInfo).port}/`);
      await page.evaluate(encodeAt, { height, hasSmall });
      await sleep(3_000);
      const before = readProcessor();
      await sleep(1_000 * seconds);
      const value = (readProcessor() - before) / seconds;
      await camera.close();
      const what = `Phone’s side at ${height} lines${hasSmall ? ' and a second rendition' : ''}, cores`;
      figures.push({ what, value, unit: '', limit });
    }
    return figures;
  } finally {
    server.close();
  }
}

/** Runs in the page. */
async function encodeAt(options: { height: number; hasSmall: boolean }): Promise<void> {
  const stream = await navigator.mediaDevices.getUserMedia({ video: { width: 1280, height: 720, frameRate: 30 } });
  const [track] = stream.getVideoTracks();
  const { MediaStreamTrackProcessor: Processor } = globalThis as unknown as {
    MediaStreamTrackProcessor: new (options: { track?: MediaStreamTrack }) => { readable: ReadableStream };
  };
  const { readable } = new Processor({ track });
  const worker = new Worker('/worker.js', { type: 'module' });
  worker.postMessage({ ...options, stream: readable }, [readable]);
}

/** Processor seconds of all browsers that this process has opened. */
function readProcessor(): number {
  return findDescendants(process.pid).reduce((sum, pid) => {
    try {
      const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
      const [user = 0, system = 0] = fields.split(' ').slice(11, 13).map(Number);
      return sum + (user + system) / 100;
    } catch {
      return sum;
    }
  }, 0);
}
