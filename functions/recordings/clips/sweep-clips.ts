/**
 * Deletes clips of deleted items; until then every request checks the items that the clip depends on. Clips of viewers
 * are deleted with the account.
 */
import { clubs } from '../../league/clubs/store.ts';
import { events } from '../../league/events/store.ts';
import { userKey } from '../../platform/auth/sessions.ts';
import { getItems } from '../../platform/aws/dynamo.ts';
import { attemptEach } from '../../platform/observability/attempt-each.ts';
import { removeMedia } from '../media/media-kinds.ts';
import { vods } from '../vods/store.ts';
import { isOver } from './rules.ts';
import { type ClipRow, clips, findViewerClips, forgetCut } from './store.ts';

export async function sweepClips(now: number): Promise<void> {
  // The clips are read first, so that the other lists contain the recording and match of each.
  const rows = await clips.rows();
  await Promise.all([vods, clubs, events].map((collection) => collection.refresh()));
  const over = rows.filter((row) =>
    isOver(row, {
      vod: row.vodId === null ? null : vods.getRow(row.vodId),
      club: clubs.getRow(row.clubId),
      match: row.sportEventId && events.getRow(row.sportEventId),
    }),
  );
  await remove([...over, ...(await findOrphans(rows))], now);
}

/** Deletes the clips of a deleted account. */
export async function removeViewerClips(userId: string, now: number): Promise<void> {
  await remove(await findViewerClips(userId), now);
}

/** Clips cut while their account was being deleted. */
async function findOrphans(rows: readonly ClipRow[]): Promise<ClipRow[]> {
  const makers = [...new Set(rows.flatMap(({ userId }) => userId ?? []))];
  const users = await getItems(makers.map((id) => ({ table: 'users', key: userKey(id) })));
  const gone = new Set(makers.filter((_, index) => !users[index]));
  return rows.filter(({ userId }) => userId && gone.has(userId));
}

async function remove(rows: readonly { id: string }[], now: number): Promise<void> {
  await clips.refresh();
  await attemptEach(
    'a clip was not deleted',
    await clips.items(rows),
    (clip) => removeMedia('clips', clip.id, now, forgetCut(clip)),
    ({ id }) => ({ clip: id }),
  );
}
