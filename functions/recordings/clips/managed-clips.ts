import { pageSize } from '../../../shared/domain/limits.ts';
import { clubs } from '../../league/clubs/store.ts';
import { pictureUrl } from '../../platform/aws/addresses.ts';
import { toPage, toPagination } from '../../platform/lists/pagination.ts';
import { findPrivateFolder } from '../../platform/shown/private-pictures.ts';
import { signPoster, signVideo, staffPosterMs } from './clip-addresses.ts';
import { isPublicClip, type StoredClip, toClipState } from './rules.ts';
import { type ClipRow, clips, readSurroundings, toKind } from './store.ts';

interface ClipsQuery {
  page: number;
  by?: 'club' | 'viewers' | undefined;
  clipId?: string | undefined;
}

export async function listManagedClips(rows: readonly ClipRow[], { page, by, clipId }: ClipsQuery, now: number) {
  const isByViewer = ({ userId }: ClipRow) => userId !== undefined;
  const listed = by ? rows.filter((row) => isByViewer(row) === (by === 'viewers')) : rows;
  const at = listed.findIndex(({ id }) => id === clipId);
  const pageOfClips = toPage(listed, at < 0 ? page : 1 + Math.floor(at / pageSize));
  const items = await clips.items(pageOfClips.rows);
  return {
    clips: await Promise.all(items.map((clip) => toManagedClip(clip, now))),
    ...toPagination(pageOfClips),
    byViewers: rows.filter(isByViewer).length,
  };
}

async function toManagedClip(clip: StoredClip, now: number) {
  const around = await readSurroundings(clip);
  const folder = [clip, around.vod ?? undefined, ...around.events]
    .map((item) => findPrivateFolder(item, 'staff'))
    .find((name) => name !== undefined);
  const { id, title, clubId, cut, live, duration, status, progress, failure, visible, dateCreated, version } = clip;
  return {
    id,
    title,
    clubId,
    status,
    progress,
    failure,
    visible,
    dateCreated,
    version,
    kind: toKind(clip),
    byViewer: clip.userId !== undefined,
    start: live?.at ?? cut.start,
    parts: cut.summary?.parts.length ?? 1,
    seconds: duration ?? cut.seconds,
    isPublic: visible && isPublicClip(toClipState(clip), around),
    poster: await signPoster(clip, now, staffPosterMs, folder),
    video: clip.generation ? await signVideo(id, clip.generation, now, folder) : null,
  };
}

/** The clubs for which the caller may cut, and whether their clips may be public. */
export async function listCuttingClubs(clubIds: readonly string[]) {
  const owners = await Promise.all(clubIds.map((id) => clubs.get(id)));
  return owners.flatMap((club) =>
    club
      ? { id: club.id, name: club.name, thumbnail: pictureUrl(club.thumbnail), publicClips: club.publicClips ?? false }
      : [],
  );
}
