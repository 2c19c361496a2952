/**
 * Goals as moments (row D-SCORE-6): whatever the log of a match holds stands in its recordings 10 s early, once however
 * often this runs. A goal that was undone takes its moment with it, unless somebody has edited that; one that somebody
 * has deleted does not come back.
 */
import { counted, other, type Side } from '../../../shared/league/score.ts';
import type { LoggedAction } from '../../../shared/league/scores.ts';
import type { Moment } from '../../../shared/recordings/moments.ts';
import { secondsAt } from '../../../shared/recordings/recorded-time.ts';
import type { StoredEvent } from '../../league/events/rules.ts';
import { events } from '../../league/events/store.ts';
import { logOf } from '../../league/scores/store.ts';
import { ConditionFailed } from '../../platform/aws/dynamo.ts';
import { hashedId } from '../../platform/catalogue/hashed-id.ts';
import type { StoredVod } from '../vods/rules.ts';
import { vods } from '../vods/store.ts';
import { createOwedMoment, deleteOwedMoment, owedMomentsOf } from './store.ts';

export async function markScore(vodId: string): Promise<void> {
  const vod = await vods.get(vodId);
  if (!vod?.recorded) return;
  const event = vod.sportEventId ? await events.get(vod.sportEventId) : undefined;
  const wanted = event ? goalsIn(vod, event, await logOf(event.id)) : [];
  const owed = await owedMomentsOf(vodId);
  const known = new Set(owed.map(({ actionId }) => actionId));
  const lasting = new Set(wanted.map(({ actionId }) => actionId));
  const work = [
    ...wanted.filter(({ actionId }) => !known.has(actionId)).map((one) => createOwedMoment(one.moment, one.actionId)),
    ...owed.filter(({ actionId }) => !lasting.has(actionId)).map(deleteOwedMoment),
  ];
  // Somebody else does the same at the same time, or has edited the moment.
  for (const result of await Promise.allSettled(work))
    if (result.status === 'rejected' && !(result.reason instanceof ConditionFailed)) throw result.reason;
}

/** A goal is understood from how it came about. */
const earlyMs = 10_000;

export function goalsIn(
  { id: vodId, recorded, clubIds }: Pick<StoredVod, 'id' | 'recorded' | 'clubIds'>,
  { homeClubId, awayClubId }: Pick<StoredEvent, 'homeClubId' | 'awayClubId'>,
  log: readonly LoggedAction[],
): { actionId: string; moment: Moment }[] {
  if (!recorded) return [];
  const [from, to] = [Date.parse(recorded.from), Date.parse(recorded.to)];
  const clubOf = (side: Side) => (side === 'HOME' ? homeClubId : awayClubId) ?? clubIds[0];
  return counted(log).flatMap(({ id: actionId, kind, side, at, shirt }) => {
    if ((kind !== 'GOAL' && kind !== 'OWN_GOAL') || side === null || at < from || at > to) return [];
    const clubId = clubOf(kind === 'OWN_GOAL' ? other(side) : side);
    if (!clubId) return [];
    const name = kind === 'OWN_GOAL' ? 'Gol en propia puerta' : 'Gol';
    const label = shirt === null ? name : `${name} (dorsal ${shirt})`;
    const timestampMs = Math.max(0, Math.round(1000 * secondsAt({ from, gaps: recorded.gaps ?? [] }, at)) - earlyMs);
    const id = momentId(vodId, actionId);
    return [{ actionId, moment: { id, timestampMs, label, momentTypeId: goalType, vodId, clubId, version: 1 } }];
  });
}

const goalType = 2;

/** The same for the same: whoever makes it a second time meets the first. */
const momentId = (vodId: string, actionId: string) => actionId.slice(0, 10) + hashedId(`${vodId} ${actionId}`, 16);
