/** Withholds clips and summaries that show a part of a withdrawn range, and releases them with it. Idempotent. */
import { overlaps } from '../../../shared/domain/withdrawn.ts';
import type { StoredBroadcast } from '../../broadcast/broadcasts/rules.ts';
import { rangePrefix, release, withhold } from '../../platform/withholding/rules.ts';
import { withdrawalWrites } from '../../platform/withholding/withdrawals.ts';
import { listParts, type StoredClip } from '../../recordings/clips/rules.ts';
import { clips, findClips } from '../../recordings/clips/store.ts';
import type { WithdrawnRange } from '../../recordings/media/withdrawn-ranges.ts';
import { toDates } from '../../recordings/media/withdrawn-recording.ts';
import type { StoredVod } from '../../recordings/vods/rules.ts';

export async function followClipsOfVod(vod: StoredVod, now: number): Promise<void> {
  const { withdrawn = [], recorded } = vod;
  const datedRanges = recorded ? toDates(withdrawn, recorded) : [];
  for (const row of await findClips({ vodId: vod.id })) {
    const clip = await clips.get(row.id);
    // A clip of a live is located by its wall-clock time, because its seconds count within an excerpt.
    if (clip) await follow(clip, clip.live ? datedRanges : withdrawn, now);
  }
}

export async function followClipsOfLive({ id, withdrawn = [] }: StoredBroadcast, now: number): Promise<void> {
  for (const row of await findClips({ broadcastId: id })) {
    const clip = await clips.get(row.id);
    // Once the video exists, its ranges decide.
    if (clip?.vodId === null) await follow(clip, withdrawn, now);
  }
}

async function follow(clip: StoredClip, ranges: readonly WithdrawnRange[], now: number): Promise<void> {
  const parts = listParts(clip);
  const wanted = ranges
    .filter((range) => parts.some((part) => overlaps([range], part)))
    .map(({ id }) => rangePrefix + id);
  await clips.change(
    clip.id,
    (current) => {
      const held = (current.withheld?.matters ?? []).filter((id) => id.startsWith(rangePrefix));
      let next = current;
      for (const id of held) if (!wanted.includes(id)) next = release(next, id) ?? next;
      for (const id of wanted) next = withhold(next, id) ?? next;
      return next === current ? undefined : next;
    },
    ({ withheld }) => withdrawalWrites({ kind: 'clips', id: clip.id }, withheld !== undefined, now),
  );
}
