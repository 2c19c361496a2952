/** Stored VODs as the API shows them. */
import type { NameClubs } from '../../league/clubs/store.ts';
import { mediaPicture } from '../media/picture.ts';
import type { StoredVod } from './rules.ts';

export function vodCard(vod: StoredVod, nameClubs: NameClubs) {
  const { id, title, summary, status, sport, sportEventId, duration, dateCreated } = vod;
  return {
    id,
    title,
    summary,
    status,
    sport,
    sportEventId,
    duration,
    dateCreated,
    thumbnail: mediaPicture('vods', vod),
    clubs: nameClubs(vod.clubIds),
  };
}

export function managedVod(vod: StoredVod, nameClubs: NameClubs) {
  const { visible, renderOrder, size, progress, failure, uploadId, version } = vod;
  return { ...vodCard(vod, nameClubs), visible, renderOrder, size, progress, failure, uploadId, version };
}
