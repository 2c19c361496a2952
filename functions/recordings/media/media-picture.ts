/** The picture of a video: the one that a user chose, else the encoding's poster. */
import { type MediaKind, posterKey } from '../../../shared/domain/media-address.ts';
import { pictureUrl } from '../../platform/aws/addresses.ts';
import type { MediaFields } from './rules.ts';

export function mediaPictureKey(kind: MediaKind, item: MediaFields & { id: string }): string | null {
  return item.thumbnail ?? (item.generation ? posterKey(kind, item.id, item.generation) : null);
}

/** Its URL on the media host; null until there is one. */
export const mediaPicture = (kind: MediaKind, item: MediaFields & { id: string }) =>
  pictureUrl(mediaPictureKey(kind, item));
