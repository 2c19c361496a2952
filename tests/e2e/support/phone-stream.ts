/**
 * A phone's segments over the wrap of its time stamps, 26.5 hours of 90 kHz, with holes in either rendition and in both: the
 * live as the playback function lists it, the recording, and a page that plays one of them in any browser.
 */
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ListedSlot } from '../../../functions/broadcast/phone/listed-slots.ts';
import {
  buildLiveMaster,
  buildLivePlaylist,
  buildRecordedPlaylist,
  selectRendition,
} from '../../../functions/broadcast/phone/playlists.ts';
import { ticksPerMs } from '../../../functions/recordings/packing/transport-stream.ts';
import { gapPenaltyMs, phoneWindowSuffix } from '../../../shared/domain/limits.ts';
import { type PhoneRendition, segmentMs } from '../../../shared/domain/phone-segments.ts';
import { encodeSegments, moveSegment } from '../../support/phone-segments.ts';
import { expect } from './expect.ts';

/** Slots without a segment, counted from that in whose middle the time stamps begin again at 0. */
const holes: Record<PhoneRendition, readonly number[]> = { main: [3, 4, 10], small: [6, 7, 10] };
/** Slots before the wrap with which the live is as old as its window when the page opens, and after it at the end. */
const [slotsBefore, slotsAfter] = [12, 16];
/** The last slot that must be shown. */
const lastSlot = 12;
const sizes = { main: { width: 320, height: 180 }, small: { width: 160, height: 90 } };

export interface Played {
  /** Slots of which a picture was shown, counted from the wrap. */
  slots: number[];
  /** Longest time without a new picture, in milliseconds. */
  standstillMs: number;
  fatal: string[];
}

export async function servePhoneStream() {
  const segments = {
    main: await encodeSegments({ seconds: 8, ...sizes.main }),
    small: await encodeSegments({ seconds: 8, ...sizes.small }),
  };
  const wrapMs = Math.ceil((Date.now() * ticksPerMs) / 2 ** 33) * (2 ** 33 / ticksPerMs);
  const wrapSlot = Math.floor(wrapMs / segmentMs);
  const part = { id: 'part', fromSlot: wrapSlot - slotsBefore };
  let openedAt = 0;
  /** The window has all of the time before the wrap but a slot and a half, when the page asks first. */
  const readNow = () => (wrapSlot - 2) * segmentMs + Date.now() - openedAt;
  const readSlots = (now: number): ListedSlot[] =>
    Array.from({ length: slotsBefore + slotsAfter }, (_, index) => part.fromSlot + index).flatMap((slot) => {
      const listedAt = (slot + 1) * segmentMs + 300;
      if (listedAt > now) return [];
      const toListed = (rendition: PhoneRendition) =>
        holes[rendition].includes(slot - wrapSlot)
          ? {}
          : {
              [rendition]: {
                number: slot - part.fromSlot,
                startMs: slot * segmentMs,
                durationMs: segmentMs,
                bytes: rendition === 'main' ? 200_000 : 50_000,
                framesPerSecond: 30,
                codecs: 'avc1.42c00d,mp4a.40.2',
                form: rendition,
                listedAt,
                ...sizes[rendition],
              },
            };
      return [{ slot, ...toListed('main'), ...toListed('small') }];
    });
  const answer = (path: string): { type: string; body: string | Buffer } | undefined => {
    if (path === '/') return { type: 'text/html', body: page };
    const [, rendition, window, number] = /^\/(main|small)(_live)?\/(?:playlist\.m3u8|\d+-(\d+)\.ts)$/.exec(path) ?? [];
    openedAt ||= Date.now();
    const [now, type] = [readNow(), 'application/vnd.apple.mpegurl'];
    const slots = readSlots(window || path === '/live.m3u8' ? now : Number.POSITIVE_INFINITY);
    if (path === '/live.m3u8') return { type, body: buildLiveMaster(slots, phoneWindowSuffix) ?? '' };
    if (rendition !== 'main' && rendition !== 'small') return undefined;
    if (number === undefined) {
      const [own, main] = [selectRendition(slots, rendition), selectRendition(slots, 'main')];
      if (!window) return { type, body: buildRecordedPlaylist(part, own) };
      const input = { part, segments: own, now, ...(rendition === 'small' && { main }) };
      return { type, body: buildLivePlaylist(input, { withdrawn: [], isOver: false }) ?? '' };
    }
    const slot = part.fromSlot + Number(number);
    const segment = segments[rendition][slot % segments[rendition].length];
    return segment && { type: 'video/mp2t', body: moveSegment(segment, slot * segmentMs) };
  };
  const player = await readFile('node_modules/hls.js/dist/hls.light.min.js');
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname;
    const found = path === '/hls.js' ? { type: 'text/javascript', body: player } : answer(path);
    response.writeHead(found ? 200 : 404, { 'content-type': found?.type ?? 'text/plain', 'cache-control': 'no-store' });
    response.end(found?.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    /** Expression for what the page has played so far. */
    played: `(${toPlayed})(${wrapSlot}, ${segmentMs})`,
    close: () => {
      // A page that still plays keeps its connection busy.
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

/**
 * Expects that all was shown that one of the live's renditions has, or the recording's one, and that the player passed over
 * the rest within the time after which a gap is listed. Without `isExact`, only that: browsers differ in the dates around
 * a hole.
 */
export async function expectPlayedThrough(
  read: () => Promise<Played>,
  { isRecorded = false, isExact = true } = {},
): Promise<void> {
  await expect
    .poll(async () => Math.max(...(await read()).slots), { timeout: 90_000 })
    .toBeGreaterThanOrEqual(lastSlot);
  const { slots, standstillMs, fatal } = await read();
  expect(fatal).toEqual([]);
  expect(standstillMs).toBeLessThan(9_000);
  if (!isExact) return;
  const lacking = holes.main.filter((slot) => isRecorded || holes.small.includes(slot));
  const first = Math.min(...slots);
  expect(first).toBeLessThan(0);
  const expected = Array.from({ length: lastSlot - first + 1 }, (_, index) => first + index);
  expect(slots.filter((slot) => slot <= lastSlot)).toEqual(expected.filter((slot) => !lacking.includes(slot)));
}

/** Runs in the page, which has noted its pictures. */
function toPlayed(wrapSlot: number, slotMs: number): Played {
  const { noted, fatal } = globalThis as unknown as { noted: { at: number; date: number }[]; fatal: string[] };
  // Near a border of slots, the date of a picture is that of either.
  const inside = noted.filter(({ date }) => date % slotMs > 150 && date % slotMs < slotMs - 150);
  const slots = new Set(inside.map(({ date }) => Math.floor(date / slotMs) - wrapSlot));
  const waits = noted.slice(1).map(({ at }, index) => at - (noted[index]?.at ?? at));
  return { slots: [...slots], standstillMs: Math.round(waits.reduce((a, b) => Math.max(a, b), 0)), fatal };
}

const page = `<!doctype html><title>Directo</title><video muted playsinline></video><script src="/hls.js"></script><script>
  globalThis.noted = [];
  globalThis.fatal = [];
  const video = document.querySelector('video');
  const hls = new Hls({ enableWorker: false, liveSyncDurationCount: 3, errorPenaltyExpireMs: ${gapPenaltyMs} });
  hls.on(Hls.Events.ERROR, (_, data) => data.fatal && fatal.push(data.details));
  const sources = { '?recorded': '/main/playlist.m3u8', '?main': '/main_live/playlist.m3u8' };
  hls.loadSource(sources[location.search] ?? '/live.m3u8');
  hls.attachMedia(video);
  let last = -1;
  // The player's time runs on into a hole for a moment: no picture is shown there.
  const isBuffered = (time) => {
    for (let index = 0; index < video.buffered.length; index += 1)
      if (time >= video.buffered.start(index) && time < video.buffered.end(index)) return true;
    return false;
  };
  setInterval(() => {
    video.paused && video.play().catch(() => {});
    video.playbackRate = location.search === '?recorded' ? 2 : 1;
    if (video.currentTime === last || video.currentTime === 0 || video.readyState < 2) return;
    last = video.currentTime;
    const date = hls.playingDate;
    if (date && isBuffered(last)) noted.push({ at: performance.now(), date: date.getTime() });
  }, 100);
</script>`;
