/**
 * Time to the first frame of a recording: on a slow phone and unthrottled, after a tap in a list, and after a seek
 * beyond the buffer. The unthrottled limits grow with the times of a bare player in the same run, so that they hold on
 * slower machines.
 */
import type { Page } from '@playwright/test';
import { createClip } from '../support/media.ts';
import { addBarePlayer } from './bare-player.ts';
import type { Figure } from './figure.ts';
import { createRecording } from './recording.ts';
import { percentile } from './statistics.ts';
import { newPhone, onPlatform, slowDown } from './visit.ts';

const runs = 5;
/** Milliseconds to a bare player's first frame, up to which the limit stays as it is. */
const bareMs = 150;
/** Seconds between the seek targets of two runs, which are spread over the second between two key frames. */
const stepSeconds = 1 / runs;

export function picture(): Promise<Figure[]> {
  return onPlatform(async ({ browser, address, recording, logIn, findPlaylist }) => {
    const long = await addLongRecording();
    const bare = addBarePlayer(process.env.E2E_WEB_FOLDER ?? '');
    // One page at a time, since another one that plays would take CPU time.
    const lookAtPage = async <T>(
      path: string,
      look: (page: Page) => Promise<T>,
      prepare?: typeof slowDown,
    ): Promise<T> => {
      const page = await newPhone(browser);
      await prepare?.(page);
      await logIn(page);
      await page.addInitScript(watchFirstFrame);
      await page.goto(address + path, { timeout: 60_000, waitUntil: 'commit' });
      const seen = await look(page);
      await page.context().close();
      return seen;
    };
    /** Seeks twice a visit; the second target lies before the first and beyond the 90 s buffered at most. */
    const jumpTo = (fromEnd: number) => async (page: Page) => {
      await firstFrame(page);
      await page.waitForFunction(isFetchedAhead, 25, { timeout: 60_000 });
      const first = await page.evaluate(jump, fromEnd);
      await page.waitForFunction(isFetchedAhead, 0, { timeout: 60_000 });
      return [first, await page.evaluate(jump, fromEnd + 35)];
    };
    const seen = { slow: [] as number[], fast: [] as number[], floor: [] as number[], tapped: [] as number[] };
    const jumped = { here: [] as number[], floor: [] as number[] };
    for (let run = 0; run < runs; run += 1) {
      const jumpHere = jumpTo(15 + run * stepSeconds);
      seen.slow.push(await lookAtPage(recording, firstFrame, slowDown));
      seen.tapped.push(await lookAtPage('/futbol', tap, slowDownAlone));
      seen.fast.push(await lookAtPage(recording, firstFrame));
      seen.floor.push(await lookAtPage(bare(await findPlaylist(recording)), firstFrame));
      jumped.here.push(...(await lookAtPage(long, jumpHere)));
      jumped.floor.push(...(await lookAtPage(bare(await findPlaylist(long)), jumpHere)));
    }
    const median = (values: number[]) => percentile(values, 50);
    const [slow, fast, floor] = [seen.slow, seen.fast, seen.floor].map(median) as [number, number, number];
    const tapped = median(seen.tapped);
    const [after, afterFloor] = [jumped.here, jumped.floor].map(median) as [number, number];
    const times = (value: number, of: number) => `${(value / of).toFixed(2)} × ${Math.round(of)} ms`;
    console.log(
      `relative to a bare player: first frame ${times(fast, floor)}, after a seek ${times(after, afterFloor)}`,
    );
    return [
      { what: 'First picture of a recording, slow phone', value: slow / 1000, unit: 's', limit: 7 },
      { what: 'Picture after a tap in a list, slow phone', value: tapped / 1000, unit: 's', limit: 3 },
      { what: 'First picture of a recording', value: fast, unit: 'ms', limit: 800 * Math.max(1, floor / bareMs) },
      {
        what: 'Picture after a seek to what is not buffered',
        value: after,
        unit: 'ms',
        limit: Math.max(80, 1.1 * afterFloor),
      },
    ];
  });
}

/** Runs in the page. */
function watchFirstFrame(): void {
  const look = () => {
    const video = document.querySelector('video');
    if (!video) return requestAnimationFrame(look);
    return video.requestVideoFrameCallback((now) => Object.assign(globalThis, { firstFrameAt: now }));
  };
  requestAnimationFrame(look);
}

/** Milliseconds from opening the page; a minute if no frame was shown. */
async function firstFrame(page: Page): Promise<number> {
  const at = await page
    .waitForFunction(() => (globalThis as { firstFrameAt?: number }).firstFrameAt, undefined, { timeout: 60_000 })
    .catch(() => undefined);
  return Number((await at?.jsonValue()) ?? 60_000);
}

/** Throttles the page and not its service worker, which would otherwise deliver everything at once. */
async function slowDownAlone(page: Page): Promise<void> {
  await slowDown(page);
  await page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'serviceWorker', { value: undefined }));
}

/** Milliseconds from a tap in the list to the first frame; first waits for the preloaded player (player-preload.ts). */
async function tap(page: Page): Promise<number> {
  const isFetched = () => performance.getEntriesByType('resource').some(({ name }) => name.includes('/playback-'));
  await page.waitForFunction(isFetched, undefined, { timeout: 60_000 });
  const began = page.evaluate(
    () => new Promise<number>((resolve) => addEventListener('click', () => resolve(performance.now()), true)),
  );
  await page.locator('a[href^="/vods/"]').first().click();
  return (await firstFrame(page)) - (await began);
}

/** Runs in the page: true if the player has stopped fetching with at least this many of its 30 s buffered. */
function isFetchedAhead(seconds: number): boolean {
  const video = document.querySelector('video');
  const { buffered, currentTime = 0 } = video ?? {};
  if (!buffered || buffered.length === 0 || buffered.end(buffered.length - 1) - currentTime < seconds) return false;
  const segments = performance.getEntriesByType('resource').filter(({ name }) => /\.ts($|\?)/.test(name));
  return performance.now() - Number((segments.at(-1) as PerformanceResourceTiming | undefined)?.responseEnd) > 300;
}

/** Runs in a page that plays: milliseconds to the first frame after a seek to this many seconds before the end. */
function jump(fromEnd: number): Promise<number> {
  const video = document.querySelector('video');
  if (!video) throw new Error('The page has no video');
  const target = video.duration - fromEnd;
  const { buffered } = video;
  for (let range = 0; range < buffered.length; range += 1)
    if (buffered.start(range) <= target && buffered.end(range) > target)
      throw new Error('The seek target is already buffered');
  return new Promise((resolve) => {
    const begin = performance.now();
    video.currentTime = target;
    const look: VideoFrameRequestCallback = (now, { mediaTime }) =>
      Math.abs(mediaTime - target) < 1 ? resolve(now - begin) : video.requestVideoFrameCallback(look);
    video.requestVideoFrameCallback(look);
  });
}

/** Adds a recording that is longer than the buffer at the first frame; returns the path of its page. */
async function addLongRecording(): Promise<string> {
  const { id, encode } = await createRecording(await createClip({ seconds: 150, size: '1280x720' }));
  await encode();
  return `/vods/${id}`;
}
