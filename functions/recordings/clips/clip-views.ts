import type { PublicClip } from '../../../shared/contract/clip.ts';
import { clubs } from '../../league/clubs/store.ts';
import { findMediaPicture } from '../media/media-picture.ts';
import type { StoredClip } from './rules.ts';

/** Callers must have refreshed the list of clubs. */
export function toClipCard(clip: StoredClip) {
  const { id, title, cut, duration, clubId } = clip;
  return {
    id,
    kind: toKind(clip),
    title,
    seconds: duration ?? cut.seconds,
    poster: findMediaPicture('clips', clip),
    club: { id: clubId, name: clubs.getRow(clubId)?.name ?? '' },
  };
}

export const toKind = ({ cut, isFree }: StoredClip): PublicClip['kind'] =>
  isFree ? 'FREE' : cut.summary ? 'SUMMARY' : 'CUT';
