import { ulid } from 'ulid';
import type * as z from 'zod';
import type { NewClip, NewViewerClip } from '../../../shared/contract/clips.ts';
import { ApiError } from '../../../shared/contract/errors.ts';
import type { Moment } from '../../../shared/contract/moments.ts';
import { cutText } from '../../../shared/domain/cut-text.ts';
import { toRecordedSecond } from '../../../shared/domain/withdrawn.ts';
import { clubs, type StoredClub } from '../../league/clubs/store.ts';
import { events } from '../../league/events/store.ts';
import { readLog } from '../../league/scores/store.ts';
import { type Caller, isClubStaff } from '../../platform/auth/rules.ts';
import { type Limit, spend } from '../../platform/limits/limits.ts';
import { beginEncoding } from '../media/encoding.ts';
import { createMediaFields } from '../media/rules.ts';
import { assertNotWithdrawn } from '../media/withdrawn-ranges.ts';
import { createActionSecondFinder } from '../moments/from-score.ts';
import { findMoment } from '../moments/store.ts';
import type { StoredVod } from '../vods/rules.ts';
import { renderCrestPng } from './crest.ts';
import {
  allowsViewerClips,
  findPartAround,
  findPartFrom,
  maxViewerClips,
  type Part,
  type StoredClip,
} from './rules.ts';
import { clips, findViewerClips, keepClip } from './store.ts';

/** Limit per user: more than a match has goals. */
const cuts: Limit = { name: 'clips', max: 60, minutes: 60 };

/** Creates the clip, or returns the existing one; a failed one is retried. */
export async function createClip(
  vod: StoredVod,
  body: z.output<typeof NewClip>,
  caller: Caller,
  now: number,
): Promise<StoredClip> {
  const { duration } = requireCuttable(vod);
  const moment = body.momentId ? await requireMoment(body.momentId, vod.id) : undefined;
  const club = await selectClub(vod, body.clubId ?? moment?.clubId, caller);
  const part = await selectPart(vod, duration, body, moment);
  await spendCut(caller, now);
  return storeClip(vod, club, { title: body.title ?? (moment ? cutText(moment.label, 200) : vod.title) }, part, now);
}

/** Stores a part of a recording as a clip and starts its encoding; idempotent per part. */
export async function storeClip(
  vod: StoredVod,
  club: StoredClub,
  about: Pick<StoredClip, 'title' | 'userId' | 'isFree'>,
  part: Part,
  now: number,
): Promise<StoredClip> {
  assertNotWithdrawn(vod, [part]);
  const clip = await keepClip({
    ...createMediaFields(vod.source, 0),
    ...about,
    id: ulid(now),
    vodId: vod.id,
    clubId: club.id,
    sportEventId: vod.sportEventId,
    cut: { ...part, crest: await renderCrestPng(club.thumbnail) },
    visible: false,
    dateCreated: new Date(now).toISOString(),
    uploadId: null,
  });
  return ensureEncoding(clip, now);
}

export const spendCut = ({ user }: Caller, now: number): Promise<void> =>
  spend(cuts, user.id, 'Has cortado muchos clips. Espera un rato y sigue.', now);

/** If the process dies before this, the reconciliation starts the encoding. */
export async function ensureEncoding(clip: StoredClip, now: number): Promise<StoredClip> {
  if (clip.generation === null) await beginEncoding({ kind: 'clips', id: clip.id }, now);
  return (await clips.get(clip.id)) ?? clip;
}

/** @throws ApiError unless the recording has a source and a known duration. */
export function requireCuttable({ source, generation, duration }: StoredVod) {
  if (!source) throw new ApiError('VOD4091');
  if (!generation || duration === null) throw new ApiError('VOD4090');
  return { source, duration };
}

async function requireMoment(id: string, vodId: string): Promise<Moment> {
  const moment = await findMoment(id);
  if (moment?.vodId !== vodId) throw new ApiError('MOM4040');
  return moment;
}

/** Club staff cut for their own club, admins for any club of the match. */
export async function selectClub(
  { clubIds }: { clubIds: readonly string[] },
  wanted: string | undefined,
  { user }: Caller,
): Promise<StoredClub> {
  const own = isClubStaff(user) ? user.clubId : undefined;
  if (own && ((wanted && wanted !== own) || !clubIds.includes(own))) throw new ApiError('SSN4030');
  const id = own ?? wanted ?? clubIds[0];
  const club = id && clubIds.includes(id) ? await clubs.get(id) : undefined;
  if (!club) throw new ApiError('CLB4000');
  return club;
}

async function selectPart(
  vod: StoredVod,
  duration: number,
  { start, seconds }: z.output<typeof NewClip>,
  moment: Moment | undefined,
) {
  if (!moment && (start === undefined || seconds === undefined)) throw new ApiError('CLP4001');
  const part =
    start !== undefined && seconds !== undefined
      ? findPartFrom(toRecordedSecond(vod.withdrawn ?? [], start), seconds, duration)
      : moment && findPartAround(await computeMomentTime(vod, moment), duration);
  if (!part) throw new ApiError('CLP4000');
  return part;
}

/** Computes the second of the moment's action: automatic moments start some seconds before it. */
async function computeMomentTime(vod: StoredVod, moment: Moment): Promise<number> {
  const event = vod.recorded && vod.sportEventId ? await events.get(vod.sportEventId) : undefined;
  return event ? createActionSecondFinder(vod, event, await readLog(event.id))(moment) : moment.timestampMs / 1000;
}

/** Limit per user and day: each clip is an encoding. */
const viewerCuts: Limit = { name: 'own-clips', max: 20, minutes: 24 * 60 };

/** Creates the clip, or returns the user's existing one. The caller checks access to the recording. */
export async function createViewerClip(
  vod: StoredVod,
  { title, start, seconds }: z.output<typeof NewViewerClip>,
  { user }: Caller,
  now: number,
): Promise<StoredClip> {
  const club = await findAllowingClub(vod);
  const { duration } = requireCuttable(vod);
  const part = findPartFrom(toRecordedSecond(vod.withdrawn ?? [], start), seconds, duration);
  if (!part) throw new ApiError('CLP4000');
  if ((await findViewerClips(user.id)).length >= maxViewerClips) throw new ApiError('CLP4091');
  await spend(viewerCuts, user.id, `Hoy ya has cortado ${viewerCuts.max} clips. Mañana puedes cortar más.`, now);
  return storeClip(vod, club, { title, userId: user.id }, part, now);
}

/** The first of the match's clubs that allows viewers to cut. */
async function findAllowingClub({ clubIds }: Pick<StoredVod, 'clubIds'>): Promise<StoredClub> {
  const club = (await Promise.all(clubIds.map((id) => clubs.get(id)))).find(allowsViewerClips);
  if (!club) throw new ApiError('CLP4030');
  return club;
}
