/** A camera of a match that is on air and draws the time into its pictures, and a page that reads it from the video. */
import { setTimeout as sleep } from 'node:timers/promises';
import { ulid } from 'ulid';
import { drawClock } from '../support/clock-picture.ts';
import { Encoder } from '../support/encoder.ts';

export interface ClockCamera {
  path: string;
  matchId: string;
  /** The time that `installPictureClock` needs; milliseconds since the Unix epoch. */
  begun: number;
  encoder: Encoder;
}

interface Options {
  keyFrameSeconds?: number;
  /** Runs before the camera starts, with the path of its page and the time that its pictures will count from. */
  openBefore?: (path: string, begun: number) => Promise<unknown>;
}

export async function startClockCamera(
  address: string,
  { keyFrameSeconds = 1, openBefore }: Options = {},
): Promise<ClockCamera> {
  const { createSource, createSourceItem } = await import('../../functions/broadcast/live/create-source.ts');
  const { addresses, clubId, createEvent, sources } = await import('../e2e/support/platform.ts');
  const slug = `reloj-${ulid().slice(-8).toLowerCase()}`;
  const sides = { clubIds: [clubId(0), clubId(1)], homeClubId: clubId(0), awayClubId: clubId(1) };
  const match = await createEvent({ ...sides, title: `Directo ${slug}` });
  const source = await createSource(createSourceItem('camera', slug, Date.now()));
  await sources.change(source.id, (camera) => ({ ...camera, sportEventId: match.id, eventTitle: match.title }));
  const begun = Date.now();
  await openBefore?.(`/live/${slug}`, begun);
  const encoder = await Encoder.start(`${addresses.rtmp}/${source.streamKey}`, {
    picture: drawClock(begun),
    output: ['-g', String(25 * keyFrameSeconds)],
  });
  await waitUntilLive(address, slug).catch(async (error) => {
    await encoder.drop();
    throw error;
  });
  return { path: `/live/${slug}`, matchId: match.id, begun, encoder };
}

async function waitUntilLive(address: string, slug: string): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt += 1) {
    const answer = await fetch(`${address}/api/liveusers/${slug}`);
    if (answer.ok && ((await answer.json()) as Live).data.liveUser.isLive) return;
    await sleep(200);
  }
  throw new Error('The camera did not go on air');
}

interface Live {
  data: { liveUser: { isLive: boolean } };
}

/** Runs in the page: adds a function that reads the time at which a video's picture was drawn. */
export function installPictureClock(begun: number): void {
  const paper = new OffscreenCanvas(640, 360).getContext('2d', { willReadFrequently: true });
  const readPictureTime = (video: HTMLVideoElement): number => {
    paper?.drawImage(video, 0, 0, 640, 360);
    const { data = [] } = paper?.getImageData(0, 20, 640, 1) ?? {};
    let hundredths = 0;
    for (let bit = 0; bit < 16; bit += 1) if ((data[4 * (40 * bit + 20)] ?? 0) > 128) hundredths += 2 ** bit;
    return begun + 10 * hundredths;
  };
  Object.assign(globalThis, { readPictureTime });
}

/** Exists in a page with `installPictureClock`; milliseconds since the Unix epoch. */
declare global {
  var readPictureTime: (video: HTMLVideoElement) => number;
}
