/** Names of the public pictures of lives. Pure. */

/** IVS writes a frame every half minute. */
const frameMs = 30_000;

/** Name of the picture that a live shows now: another one each half minute, so that pages and edges fetch it anew. */
export const liveFrameKey = (slug: string, now: number) => `thumbnails/lives/${slug}/${Math.floor(now / frameMs)}.jpg`;

/** True for a current name, or one that a page has held for a while; guesses cost nothing. */
export function isLiveFrameName(file: string, now: number): boolean {
  const age = Math.floor(now / frameMs) - Number(/^(\d{1,12})\.jpg$/.exec(file)?.[1] ?? Number.NaN);
  return age >= -1 && age <= 20;
}
