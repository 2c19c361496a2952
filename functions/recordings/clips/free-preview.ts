/**
 * Free preview: half a minute chosen by a club, stored as a separate clip, so that it grants no access to anything
 * else. Each network may watch one per match.
 */
import { ApiError } from '../../../shared/contract/errors.ts';
import { toRecordedSecond } from '../../../shared/domain/withdrawn.ts';
import type { Caller } from '../../platform/auth/rules.ts';
import { updateItem } from '../../platform/aws/dynamo.ts';
import { hashValue, toNetwork } from '../../platform/limits/limits.ts';
import { listMatters } from '../../platform/withholding/rules.ts';
import { removeMedia } from '../media/media-kinds.ts';
import type { StoredVod } from '../vods/rules.ts';
import { requireCuttable, selectClub, spendCut, storeClip } from './create-clip.ts';
import { findPartFrom, isFreePreviewOpen, type StoredClip } from './rules.ts';
import { findFreePreviews, forgetCut, readSurroundings } from './store.ts';

const momentSeconds = 30;

/** Creates the club's free preview of a recording, in place of the previous one. */
export async function chooseFreePreview(
  vod: StoredVod,
  { start, clubId }: { start: number; clubId?: string | undefined },
  caller: Caller,
  now: number,
): Promise<StoredClip> {
  const { duration } = requireCuttable(vod);
  const club = await selectClub(vod, clubId, caller);
  const part = findPartFrom(toRecordedSecond(vod.withdrawn ?? [], start), Math.min(momentSeconds, duration), duration);
  if (!part) throw new ApiError('CLP4000');
  await spendCut(caller, now);
  const chosen = await storeClip(vod, club, { title: 'Momento gratis', isFree: true }, part, now);
  for (const clip of await findFreePreviews(vod.id))
    if (clip.id !== chosen.id && clip.clubId === club.id && listMatters(clip).length === 0)
      await removeMedia('clips', clip.id, now, forgetCut(clip));
  return chosen;
}

/** The latest visible free preview of a recording. */
export async function findFreePreview(vodId: string): Promise<(StoredClip & { generation: string }) | undefined> {
  for (const clip of await findFreePreviews(vodId)) {
    const { generation } = clip;
    if (generation && isFreePreviewOpen(clip, await readSurroundings(clip))) return { ...clip, generation };
  }
  return undefined;
}

/** Milliseconds after the first view in which it may be reopened, for reloads and lost responses. */
const openMs = 5 * 60_000;
/** Seconds: matches are watched within weeks. Only a hash of the network is stored. */
const keptSeconds = 90 * 86_400;

/**
 * Starts the network's access to the match's preview with the first call. Returns its end in milliseconds since the Unix
 * epoch; undefined once that has passed.
 */
export async function claimFreePreview(match: string, address: string, now: number): Promise<number | undefined> {
  const { seenAt } = await updateItem<{ seenAt: number }>(
    'sessions',
    { pk: `FREE#${hashValue(match, toNetwork(address))}`, sk: 'MOMENT' },
    {
      expression: 'SET seenAt = if_not_exists(seenAt, :now), expiresAt = if_not_exists(expiresAt, :end)',
      values: { ':now': now, ':end': Math.ceil(now / 1000) + keptSeconds },
    },
  );
  const until = seenAt + openMs;
  return now < until ? until : undefined;
}
