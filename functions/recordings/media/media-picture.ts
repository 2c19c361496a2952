/** The picture of a video: the one that a user chose, else the encoding's poster. */
import { type MediaKind, posterKey, webPosterKey } from '../../../shared/domain/media-address.ts';
import { overlaps } from '../../../shared/domain/withdrawn.ts';
import { pictureUrl } from '../../platform/aws/addresses.ts';
import { findPosterSecond } from './captured-pictures.ts';
import { frameSeconds } from './ivs-recording.ts';
import type { MediaFields } from './rules.ts';

export function mediaPictureKey(kind: MediaKind, item: MediaFields & { id: string }): string | null {
  if (item.thumbnail) return item.thumbnail;
  // The encoding captures the poster.
  if (!item.generation || item.playsSource || isPosterWithdrawn(item)) return null;
  const toKey = item.posterFrame === undefined ? posterKey : webPosterKey;
  return toKey(kind, item.id, item.generation);
}

/** True if the poster shows a part of a withdrawn range; an encoder may capture it a second early or late. */
export function isPosterWithdrawn({ withdrawn = [], ...item }: MediaFields): boolean {
  if (withdrawn.length === 0) return false;
  const end = item.duration ?? 0;
  if (item.playsRecording) return overlaps(withdrawn, { from: end - frameSeconds - 1, to: end + 1 });
  const second = findPosterSecond(item);
  return overlaps(withdrawn, { from: second - 1, to: second + 1 });
}

/** Like `mediaPictureKey`, as a URL on the media host. */
export const findMediaPicture = (kind: MediaKind, item: MediaFields & { id: string }) =>
  pictureUrl(mediaPictureKey(kind, item));
