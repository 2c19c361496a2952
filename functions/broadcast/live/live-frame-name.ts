/** Names of the public pictures of lives. Pure. */

/** IVS writes a frame every half minute. */
const frameMs = 30_000;

/** Key of a live's current picture: it changes each half minute, so that pages and edges fetch it anew. */
export const liveFrameKey = (slug: string, now: number) => `thumbnails/lives/${slug}/${Math.floor(now / frameMs)}.jpg`;

/** True for a name of the last ten minutes, which open pages may still use; other names cause no read. */
export function isLiveFrameName(file: string, now: number): boolean {
  const age = Math.floor(now / frameMs) - Number(/^(\d{1,12})\.jpg$/.exec(file)?.[1] ?? Number.NaN);
  return age >= -1 && age <= 20;
}
