/** Adds segments that arrived after the end of a broadcast to its video. */
import { newDomainEvent, publishDomainEvent, putDomainEvent } from '../../platform/events/domain-events.ts';
import { encodeAgain } from '../../recordings/media/encoding.ts';
import { isExcerpt } from '../../recordings/media/excerpt.ts';
import { readTimes } from '../../recordings/media/recording-gaps.ts';
import type { WithdrawnRange } from '../../recordings/media/withdrawn-ranges.ts';
import { toDates, toSeconds } from '../../recordings/media/withdrawn-recording.ts';
import type { StoredVod } from '../../recordings/vods/rules.ts';
import { vods } from '../../recordings/vods/store.ts';
import { readOutcome } from '../broadcasts/recording-outcomes.ts';
import { cutPart } from '../broadcasts/settle-recording.ts';

/**
 * Renews the video of a recording whose playlists hold more than before, `duration` seconds in all. If it has an
 * encoding, it is encoded again, and the former one plays until then. Returns false while the video does not exist yet,
 * or is being encoded.
 */
export async function renewRecording(prefix: string, duration: number, now: number): Promise<boolean> {
  const outcome = await readOutcome(prefix);
  if (!outcome) return false;
  const vod = outcome.kind === 'VIDEO' ? await vods.get(outcome.vodId) : undefined;
  // Not kept, deleted, or without its source.
  if (!vod?.recorded || vod.source?.bucket !== 'recordings') return true;
  if (vod.pending) return false;
  const { key } = vod.source;
  const { from, to } = vod.recorded;
  if (isExcerpt(key) && !(await cutPart(vod.id, prefix, { from, until: to }))) return true;
  const recorded = { ...(await readTimes(key, [], from)), to };
  const timed = newDomainEvent('RecordingTimed', { vodId: vod.id }, now);
  await vods.change(
    vod.id,
    (current) => ({ ...withTimes(current, recorded), ...(current.playsRecording && { duration }) }),
    () => [putDomainEvent(timed)],
  );
  await publishDomainEvent(timed);
  // Players get the longer playlist within a minute.
  if (vod.playsRecording) return true;
  return encodeAgain({ kind: 'vods', id: vod.id }, now);
}

/**
 * The video with the times of the longer recording. Seconds that were taken out are left out at their former place too:
 * the former generation plays until the new one is finished.
 */
export function withTimes(vod: StoredVod, recorded: NonNullable<StoredVod['recorded']>): StoredVod {
  const { withdrawn = [], recorded: before } = vod;
  if (withdrawn.length === 0 || !before) return { ...vod, recorded };
  const moved = toSeconds(toDates(withdrawn, before), recorded);
  const isNew = (range: WithdrawnRange) =>
    !withdrawn.some(
      ({ id, from, to }) => id === range.id && Math.abs(from - range.from) + Math.abs(to - range.to) < 0.1,
    );
  return { ...vod, recorded, withdrawn: [...withdrawn, ...moved.filter(isNew)].toSorted((a, b) => a.from - b.from) };
}
