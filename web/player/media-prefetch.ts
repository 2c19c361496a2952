/**
 * Prefetches a recording's playlists, key and first segment while the page's code is loading, to save round trips.
 * Loaded by web/app/prefetch.ts; must not import anything that a page waits for.
 */
import type { ContractKey } from '../../shared/contract/contract.ts';
import type { Answer } from '../lib/api.ts';
import { firstRendition, lineEstimate } from './bandwidth.ts';
import { startOf } from './start-position.ts';

export interface Arrived {
  bytes: ArrayBuffer;
  /** Milliseconds from the request to the response headers and to the end of the body. */
  first: number;
  last: number;
}

interface Visit {
  authorization: string;
  /** The responses of `GET /vods/{id}` and `GET /users/me/progress/vods/{id}`; the app reads them as well. */
  vod: Promise<Response>;
  progress: Promise<Response>;
  /** Settles once the page's code has loaded and the connection is idle. */
  code: Promise<unknown>;
}

/** Milliseconds after which the player requests a file itself. */
const patienceMs = 10_000;

const asked = new Map<string, Promise<Arrived | undefined>>();

/** Never rejects: the player requests what could not be prefetched, and reports its errors. */
export async function askAhead({ authorization, vod, progress, code }: Visit): Promise<void> {
  const place = read<'GET /users/me/progress/{kind}/{id}'>(progress).catch(() => undefined);
  try {
    const { url, hasAd, reason } = (await read<'GET /vods/{id}'>(vod)).data.vod.playback;
    // An ad leaves enough time, and browsers with native HLS request the files themselves.
    if (!url || hasAd !== false || !('MediaSource' in globalThis || 'ManagedMediaSource' in globalThis)) return;
    // Staff are not limited to one stream.
    if (reason !== 'ADMIN' && reason !== 'CLUB_STAFF') freeOnLeaving(url, authorization);
    const rendition = beginsWith(await playlist(url), url);
    const list = await playlist(rendition);
    const key = /#EXT-X-KEY:[^\n]*URI="([^"]+)"/.exec(list)?.[1];
    if (key) ask(new URL(key, rendition).href);
    await code;
    const left = await place;
    // The player may have started meanwhile and taken the playlist.
    if (!left || !asked.has(rendition)) return;
    const begin = startOf(new URLSearchParams(location.search).get('t'), left.data.progress);
    const segment = segmentAt(begin ?? 0, list);
    if (segment) ask(new URL(segment, rendition).href);
  } catch {}
}

const read = async <Key extends ContractKey>(answer: Promise<Response>): Promise<Answer<Key>> =>
  (await answer).clone().json();

export const isAskedAhead = (address: string): boolean => asked.has(address);

/**
 * Takes a prefetched file once. Undefined if it was not prefetched; resolves to undefined if it failed or timed out.
 */
export function takeAhead(address: string): Promise<Arrived | undefined> | undefined {
  const found = asked.get(address);
  if (!found) return undefined;
  asked.delete(address);
  return Promise.race([found, new Promise<undefined>((resolve) => setTimeout(resolve, patienceMs))]);
}

function ask(address: string): Promise<Arrived | undefined> {
  const began = performance.now();
  const passed = () => performance.now() - began;
  const arrives = async () => {
    const response = await fetch(address);
    const first = passed();
    return response.ok ? { bytes: await response.arrayBuffer(), first, last: passed() } : undefined;
  };
  const arrived = arrives().catch(() => undefined);
  asked.set(address, arrived);
  return arrived;
}

async function playlist(address: string): Promise<string> {
  const arrived = await ask(address);
  if (!arrived) throw new Error('It did not arrive');
  return new TextDecoder().decode(arrived.bytes);
}

/**
 * Requesting the playlist takes the viewer's stream lease; frees it if the visitor leaves before the player takes over.
 */
function freeOnLeaving(url: string, authorization: string): void {
  const leave = () => {
    if (!asked.has(url)) return;
    const headers = { authorization, 'content-type': 'application/json' };
    const body = JSON.stringify({ isWatching: false });
    fetch('/api/session', { method: 'PATCH', headers, body, keepalive: true }).catch(() => undefined);
  };
  addEventListener('pagehide', leave, { once: true });
}

/** The address of the rendition that the player will start with. */
function beginsWith(master: string, base: string): string {
  const renditions = [...master.matchAll(/^#EXT-X-STREAM-INF:(.*)\r?\n(\S+)/gm)].map(
    ([, attributes = '', address = '']) => {
      const numberOf = (name: string) => Number(new RegExp(`(?:^|,)${name}=(\\d+)`).exec(attributes)?.[1] ?? 0);
      const bitrates = { bitrate: numberOf('BANDWIDTH'), averageBitrate: numberOf('AVERAGE-BANDWIDTH') };
      return { address, width: numberOf('RESOLUTION'), ...bitrates };
    },
  );
  const sorted = renditions.toSorted((a, b) => a.bitrate - b.bitrate);
  // Not sharper than the player's size, as hls.js itself limits it (capLevelToPlayerSize).
  const shown = sorted.findIndex(({ width }) => width >= playerWidth());
  const wanted = firstRendition(sorted, lineEstimate());
  const { address } = sorted[shown < 0 ? wanted : Math.min(wanted, shown)] ?? {};
  if (!address) throw new Error('There is no rendition');
  return new URL(address, base).href;
}

/** In physical pixels; on a desktop a column stands beside the player (watch-layout.tsx). */
const playerWidth = () => (innerWidth < 1280 ? innerWidth : innerWidth - 416) * devicePixelRatio;

/** This many seconds before its end, hls.js skips a segment and starts with the next one. */
const tolerance = 0.25;

/** The address of the segment that contains the given second. */
function segmentAt(second: number, list: string): string | undefined {
  let end = 0;
  for (const [, seconds, address] of list.matchAll(/^#EXTINF:([\d.]+).*\r?\n(?:#.*\r?\n)*(\S+)/gm)) {
    end += Number(seconds);
    if (end - tolerance > second) return address;
  }
  return undefined;
}
