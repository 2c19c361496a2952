/**
 * What a recording's player asks for first, asked for ahead of it, while the page's code is still on its way: the
 * playlist, that of the rendition it will begin with, its key, and the first segment once the line has brought the code.
 * Each would wait for the one before, and all of them for the player. Loaded by web/app/early.ts; imports nothing that a
 * page has to wait for.
 */
import type { ContractKey } from '../../shared/contract.ts';
import type { Answer } from '../lib/api.ts';
import { startOf } from './begin.ts';
import { firstRendition, lineEstimate } from './line.ts';

export interface Arrived {
  bytes: ArrayBuffer;
  /** Milliseconds from asking to the first and to the last of them. */
  first: number;
  last: number;
}

interface Visit {
  authorization: string;
  /** Of `GET /vods/{id}`, and of `GET /users/me/progress/vods/{id}`; the app reads them as well. */
  vod: Promise<Response>;
  progress: Promise<Response>;
  /** Settled as soon as the line has nothing else to bring. */
  code: Promise<unknown>;
}

/** The player itself asks for what takes longer, in milliseconds. */
const patienceMs = 10_000;

const asked = new Map<string, Promise<Arrived | undefined>>();

/** Never rejects: what cannot be had ahead the player asks for itself, and says what is wrong. */
export async function askAhead({ authorization, vod, progress, code }: Visit): Promise<void> {
  const place = read<'GET /users/me/progress/{kind}/{id}'>(progress).catch(() => undefined);
  try {
    const { url, hasAd, reason } = (await read<'GET /vods/{id}'>(vod)).data.vod.playback;
    // An ad leaves time enough; and where the browser itself plays HLS, it asks itself.
    if (!url || hasAd !== false || !('MediaSource' in globalThis || 'ManagedMediaSource' in globalThis)) return;
    // Staff are not limited to one stream.
    if (reason !== 'ADMIN' && reason !== 'CLUB_STAFF') freeOnLeaving(url, authorization);
    const rendition = beginsWith(await playlist(url), url);
    const list = await playlist(rendition);
    const key = /#EXT-X-KEY:[^\n]*URI="([^"]+)"/.exec(list)?.[1];
    if (key) ask(new URL(key, rendition).href);
    await code;
    const left = await place;
    // The player may be there already, and has the list.
    if (!left || !asked.has(rendition)) return;
    const begin = startOf(new URLSearchParams(location.search).get('t'), left.data.progress);
    const segment = segmentAt(begin ?? 0, list);
    if (segment) ask(new URL(segment, rendition).href);
  } catch {}
}

const read = async <Key extends ContractKey>(answer: Promise<Response>): Promise<Answer<Key>> =>
  (await answer).clone().json();

export const isAskedAhead = (address: string): boolean => asked.has(address);

/** Each once. Resolves to undefined where it failed or takes too long; undefined where nobody has asked. */
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

/** The playlist takes the one stream of this viewer, which the page frees as soon as it is there itself (row V-PLAY-7). */
function freeOnLeaving(url: string, authorization: string): void {
  const leave = () => {
    if (!asked.has(url)) return;
    const headers = { authorization, 'content-type': 'application/json' };
    const body = JSON.stringify({ isWatching: false });
    fetch('/api/session', { method: 'PATCH', headers, body, keepalive: true }).catch(() => undefined);
  };
  addEventListener('pagehide', leave, { once: true });
}

/** The address of the rendition that the player is to begin with, of those in a playlist. */
function beginsWith(master: string, base: string): string {
  const renditions = [...master.matchAll(/^#EXT-X-STREAM-INF:(.*)\r?\n(\S+)/gm)].map(
    ([, attributes = '', address = '']) => {
      const numberOf = (name: string) => Number(new RegExp(`(?:^|,)${name}=(\\d+)`).exec(attributes)?.[1] ?? 0);
      const bitrates = { bitrate: numberOf('BANDWIDTH'), averageBitrate: numberOf('AVERAGE-BANDWIDTH') };
      return { address, width: numberOf('RESOLUTION'), ...bitrates };
    },
  );
  const sorted = renditions.toSorted((a, b) => a.bitrate - b.bitrate);
  // No sharper than it is shown, as the player itself does it.
  const shown = sorted.findIndex(({ width }) => width >= playerWidth());
  const wanted = firstRendition(sorted, lineEstimate());
  const { address } = sorted[shown < 0 ? wanted : Math.min(wanted, shown)] ?? {};
  if (!address) throw new Error('There is no rendition');
  return new URL(address, base).href;
}

/** In pixels of the screen: on a desktop there is a column beside it (watch-layout.tsx). */
const playerWidth = () => (innerWidth < 1280 ? innerWidth : innerWidth - 416) * devicePixelRatio;

/** Seconds before its end from which on hls.js takes the next segment. */
const tolerance = 0.25;

/** The address of the segment that shows this second. */
function segmentAt(second: number, list: string): string | undefined {
  let end = 0;
  for (const [, seconds, address] of list.matchAll(/^#EXTINF:([\d.]+).*\r?\n(?:#.*\r?\n)*(\S+)/gm)) {
    end += Number(seconds);
    if (end - tolerance > second) return address;
  }
  return undefined;
}
