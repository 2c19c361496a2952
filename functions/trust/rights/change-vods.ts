/** Changes of recordings by staff. Each checks the image rights anew, because they depend on match and clubs. */
import type * as z from 'zod';
import type { ClubIds } from '../../../shared/contract/schema.ts';
import { requireClubs } from '../../league/clubs/store.ts';
import { events, requireEvent } from '../../league/events/store.ts';
import type { Caller } from '../../platform/auth/rules.ts';
import { domainEventWrite } from '../../platform/events/domain-events.ts';
import { editItem } from '../../platform/lists/require-item.ts';
import { assertMayShow } from '../../platform/withholding/rules.ts';
import {
  assertKeepsAudience,
  findAgeCategory,
  inheritFromMatch,
  makesMatchWatchable,
  type StoredVod,
  type VodEdit,
  withDecision,
} from '../../recordings/vods/rules.ts';
import { vods } from '../../recordings/vods/store.ts';
import { assertHasRights, readRightsChecker } from './rights-checker.ts';
import { assertKeepsLacks } from './rules.ts';

/**
 * Applies an edit by staff.
 * @throws ApiError if it would show a recording that is withheld or lacks image rights.
 */
export async function editVod(
  vod: StoredVod,
  edit: VodEdit,
  { version, caller, now }: { version: number | undefined; caller: Caller; now: number },
): Promise<StoredVod> {
  await requireEvent(edit.sportEventId);
  const eventId = edit.sportEventId ?? vod.sportEventId;
  const event = eventId ? await events.get(eventId) : undefined;
  if (event) assertMayShow(event, edit);
  const checker = await readRightsChecker();
  return editItem(
    vods,
    vod.id,
    { version, missing: 'VOD4040' },
    (current) => {
      assertMayShow(current, edit);
      const next = checker.checkVod(inheritFromMatch(withDecision(current, edit), event));
      assertHasRights(next, 'recording', edit);
      assertKeepsAudience(caller, current, next);
      if (findAgeCategory(current) || current.sportEventId) assertKeepsLacks(caller, current, next);
      return next;
    },
    (next, before) =>
      makesMatchWatchable(before, next) ? [domainEventWrite('VideoPublished', { vodId: vod.id }, now)] : [],
  );
}

export async function setVodClubs(vod: StoredVod, { clubIds, version }: z.output<typeof ClubIds>) {
  const [checker] = await Promise.all([readRightsChecker(), requireClubs(clubIds)]);
  await editItem(vods, vod.id, { version, missing: 'VOD4040' }, (current) => checker.checkVod({ ...current, clubIds }));
  return { message: 'Clubes actualizados correctamente' };
}
