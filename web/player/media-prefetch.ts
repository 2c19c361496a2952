/**
 * Prefetches a recording's playlists, key and first segment while the page's code is loading, which saves round trips.
 * web/app/prefetch.ts loads it; it must not import anything for which a page waits. Estimates the bandwidth for this.
 */
import type { ContractKey } from '../../shared/contract/contract.ts';
import type { Answer } from '../lib/api.ts';

export interface PrefetchedFile {
  bytes: ArrayBuffer;
  /** Milliseconds from the request to the response's headers, and to the end of its body. */
  first: number;
  last: number;
}

interface PrefetchInput {
  authorization: string;
  /** The responses of `GET /vods/{id}` and `GET /users/me/progress/vods/{id}`, which the app reads as well. */
  vod: Promise<Response>;
  progress: Promise<Response>;
  /** Resolves once the page's code has loaded, when the connection is free. */
  code: Promise<unknown>;
}

/** Milliseconds after which the player requests a file itself. */
const timeoutMs = 10_000;

const prefetched = new Map<string, Promise<PrefetchedFile | undefined>>();

/** Prefetches the files, and never rejects: the player requests what is missing, and reports its errors. */
export async function prefetchMedia({ authorization, vod, progress, code }: PrefetchInput): Promise<void> {
  const pendingProgress = read<'GET /users/me/progress/{kind}/{id}'>(progress).catch(() => undefined);
  try {
    const { url, hasAd, reason } = (await read<'GET /vods/{id}'>(vod)).data.vod.playback;
    // An ad leaves enough time, and browsers with native HLS request the files themselves.
    if (!url || hasAd !== false || !('MediaSource' in globalThis || 'ManagedMediaSource' in globalThis)) return;
    // Staff have no lease, because they are not limited to one stream.
    if (reason !== 'ADMIN' && reason !== 'CLUB_STAFF') freeLeaseOnLeave(url, authorization);
    const rendition = chooseRendition(await prefetchPlaylist(url), url);
    const list = await prefetchPlaylist(rendition);
    const key = /#EXT-X-KEY:[^\n]*URI="([^"]+)"/.exec(list)?.[1];
    if (key) prefetch(new URL(key, rendition).href);
    await code;
    const storedProgress = await pendingProgress;
    // The player may have started meanwhile, and taken the playlist.
    if (!storedProgress || !prefetched.has(rendition)) return;
    const begin = getStartPosition(new URLSearchParams(location.search).get('t'), storedProgress.data.progress);
    const segment = findSegment(begin ?? 0, list);
    if (segment) prefetch(new URL(segment, rendition).href);
  } catch {}
}

const read = async <Key extends ContractKey>(answer: Promise<Response>): Promise<Answer<Key>> =>
  (await answer).clone().json();

export const isPrefetched = (address: string): boolean => prefetched.has(address);

/**
 * Takes a prefetched file, once. Undefined if it was not prefetched; resolves to undefined if that failed or took too
 * long.
 */
export function takePrefetched(address: string): Promise<PrefetchedFile | undefined> | undefined {
  const file = prefetched.get(address);
  if (!file) return undefined;
  prefetched.delete(address);
  return Promise.race([file, new Promise<undefined>((resolve) => setTimeout(resolve, timeoutMs))]);
}

function prefetch(address: string): Promise<PrefetchedFile | undefined> {
  const began = performance.now();
  const elapsed = () => performance.now() - began;
  const download = async () => {
    const response = await fetch(address);
    const first = elapsed();
    return response.ok ? { bytes: await response.arrayBuffer(), first, last: elapsed() } : undefined;
  };
  const arrived = download().catch(() => undefined);
  prefetched.set(address, arrived);
  return arrived;
}

async function prefetchPlaylist(address: string): Promise<string> {
  const arrived = await prefetch(address);
  if (!arrived) throw new Error(`Prefetch failed: ${address}`);
  return new TextDecoder().decode(arrived.bytes);
}

/**
 * Frees the viewer's stream lease, which the request for the playlist has taken, if the visitor leaves before the
 * player takes over.
 */
function freeLeaseOnLeave(url: string, authorization: string): void {
  const leave = () => {
    if (!prefetched.has(url)) return;
    const headers = { authorization, 'content-type': 'application/json' };
    const body = JSON.stringify({ isWatching: false });
    fetch('/api/session', { method: 'PATCH', headers, body, keepalive: true }).catch(() => undefined);
  };
  addEventListener('pagehide', leave, { once: true });
}

function chooseRendition(master: string, base: string): string {
  const renditions = [...master.matchAll(/^#EXT-X-STREAM-INF:(.*)\r?\n(\S+)/gm)].map(
    ([, attributes = '', address = '']) => {
      const readNumber = (name: string) => Number(new RegExp(`(?:^|,)${name}=(\\d+)`).exec(attributes)?.[1] ?? 0);
      const bitrates = { bitrate: readNumber('BANDWIDTH'), averageBitrate: readNumber('AVERAGE-BANDWIDTH') };
      return { address, width: readNumber('RESOLUTION'), ...bitrates };
    },
  );
  const sorted = renditions.toSorted((a, b) => a.bitrate - b.bitrate);
  // Never sharper than the player's size, as with hls.js (capLevelToPlayerSize).
  const index = sorted.findIndex(({ width }) => width >= getPlayerWidth());
  const wanted = chooseFirstRendition(sorted, estimateBandwidth());
  const { address } = sorted[index < 0 ? wanted : Math.min(wanted, index)] ?? {};
  if (!address) throw new Error('The master playlist has no rendition');
  return new URL(address, base).href;
}

/** Returns the player's width in physical pixels; desktops have a column beside it (watch-layout.tsx). */
const getPlayerWidth = () => (innerWidth < 1280 ? innerWidth : innerWidth - 416) * devicePixelRatio;

/** Seconds before a segment's end from which hls.js starts with the next one. */
const toleranceSeconds = 0.25;

function findSegment(second: number, list: string): string | undefined {
  let end = 0;
  for (const [, seconds, address] of list.matchAll(/^#EXTINF:([\d.]+).*\r?\n(?:#.*\r?\n)*(\S+)/gm)) {
    end += Number(seconds);
    if (end - toleranceSeconds > second) return address;
  }
  return undefined;
}

/**
 * Returns the start position of a video in seconds; undefined for the beginning. A shared time (`?t=`) has priority,
 * and a video watched to its end starts again.
 */
export function getStartPosition(
  shared: string | null,
  progress: { position: number; watched: boolean } | null,
): number | undefined {
  const begun = progress && !progress.watched && progress.position > 0 ? progress.position : undefined;
  return parseSharedStart(shared) ?? begun;
}

function parseSharedStart(start: string | null): number | undefined {
  const seconds = Number(start);
  return start && Number.isFinite(seconds) && seconds >= 0 ? seconds : undefined;
}

const bandwidthKey = 'cantera:line';
/** Bits per second if nothing is known: a phone at a sports ground. */
const defaultBandwidth = 2_000_000;
/** Bytes of a sample; smaller ones measure the server's latency more than the bandwidth. */
const minSampleBytes = 60_000;

interface Transfer {
  transferSize: number;
  responseStart: number;
  responseEnd: number;
}

/**
 * Estimates the visitor's bandwidth in bits per second before the first frame, so that playback starts with a suitable
 * rendition: from the page's own transfers, the last video and the browser's network information.
 */
export function estimateBandwidth(transfers?: readonly Transfer[]): number {
  const measured = measureThroughput(transfers);
  const last = readStoredBandwidth();
  // Short page transfers make the bandwidth seem lower; the last video's value may come from another network.
  if (measured !== undefined) return last === undefined ? measured : Math.max(measured, Math.min(last, 3 * measured));
  if (last !== undefined) return last;
  const { downlink } = (navigator as { connection?: { downlink?: number } }).connection ?? {};
  return downlink ? downlink * 1_000_000 : defaultBandwidth;
}

/**
 * Divides the received bytes by the time in which any transfer was active, because parallel transfers share the
 * bandwidth. Undefined if the sample is too small.
 */
export function measureThroughput(transfers: readonly Transfer[] = getPageTransfers()): number | undefined {
  const arrived = transfers
    .filter(({ transferSize, responseStart }) => transferSize > 0 && responseStart > 0)
    .toSorted((a, b) => a.responseStart - b.responseStart);
  const bytes = arrived.reduce((sum, { transferSize }) => sum + transferSize, 0);
  if (bytes < minSampleBytes) return undefined;
  let [until, busy] = [0, 0];
  for (const { responseStart, responseEnd } of arrived) {
    busy += Math.max(0, responseEnd - Math.max(responseStart, until));
    until = Math.max(until, responseEnd);
  }
  return (8000 * bytes) / Math.max(1, busy);
}

/** Stores the bandwidth that a video measured, for the next visit. */
export function storeBandwidth(bitsPerSecond: number): void {
  try {
    localStorage.setItem(bandwidthKey, String(Math.round(bitsPerSecond)));
  } catch {}
}

/** Reads storage directly: this runs before the chunk of use-stored.ts has loaded. */
function readStoredBandwidth(): number | undefined {
  try {
    const stored = Number(localStorage.getItem(bandwidthKey));
    return stored > 0 ? stored : undefined;
  } catch {
    return undefined;
  }
}

const getPageTransfers = () => performance.getEntriesByType('resource') as PerformanceResourceTiming[];

/** Seconds in which the first segment should arrive. */
const firstSegmentTimeout = 1;
/** Seconds of a recording's segment (job-settings.ts), which is longer than a live's. */
const segmentSeconds = 4;

/**
 * Returns the index of the best rendition whose first segment arrives within a second. `renditions` ascend by bitrate.
 */
export function chooseFirstRendition(
  renditions: readonly { bitrate: number; averageBitrate?: number }[],
  bandwidth: number,
): number {
  const maxBitrate = (bandwidth * firstSegmentTimeout) / segmentSeconds;
  const fits = renditions.findLastIndex(({ bitrate, averageBitrate }) => (averageBitrate || bitrate) <= maxBitrate);
  return Math.max(0, fits);
}
