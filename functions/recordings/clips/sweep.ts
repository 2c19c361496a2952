/** Clips of what is gone go too. Until then nobody can open them: each request looks at what they are of. */
import { clubs } from '../../league/clubs/store.ts';
import { events } from '../../league/events/store.ts';
import { removeMedia } from '../media/kinds.ts';
import { vods } from '../vods/store.ts';
import { isOver } from './rules.ts';
import { clips, forgetCut } from './store.ts';

export async function sweepClips(now: number): Promise<void> {
  // First: what a clip is of was there before the clip.
  const rows = await clips.rows();
  await Promise.all([vods, clubs, events].map((collection) => collection.refresh()));
  const over = rows.filter((row) =>
    isOver(row, {
      vod: row.vodId === null ? null : vods.known(row.vodId),
      club: clubs.known(row.clubId),
      match: row.sportEventId && events.known(row.sportEventId),
    }),
  );
  for (const clip of await clips.items(over)) await removeMedia('clips', clip.id, now, forgetCut(clip));
}
