/** The picture of a withheld item, for those who decide about it: the edge refuses its public address to everybody. */
import { reviewFolder } from '../../../shared/domain/media-address.ts';
import { environment } from '../../platform/aws/environment.ts';
import { folderSignature } from '../../viewing/playback/tokens.ts';

/** Milliseconds: as long as the queue may stay open. */
const shownMs = 30 * 60_000;

export async function signReviewPicture(address: string, now: number): Promise<string> {
  const origin = environment('MEDIA_ORIGIN');
  const path = `${reviewFolder}/${address.slice(origin.length + 1)}`;
  const signature = await folderSignature(origin, path.replace(/\/[^/]*$/, ''), now + shownMs);
  return `${origin}/${path}?${signature}`;
}
