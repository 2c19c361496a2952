/**
 * Turns goals, or the actions that the club chose, into moments of the match's recordings, 10 s earlier; idempotent.
 * Unless a user edited it, a moment follows the recording's times and goes with its undone action. A deleted moment does
 * not come back.
 */
import type { Moment } from '../../../shared/contract/moments.ts';
import type { LoggedAction } from '../../../shared/contract/scores.ts';
import { actionNames } from '../../../shared/domain/match-log.ts';
import { secondsAt } from '../../../shared/domain/recorded-time.ts';
import { type Kind, listCounting, otherSide, type Side, type SideKind } from '../../../shared/domain/score.ts';
import { momentsEarlyMs } from '../../../shared/domain/timeline.ts';
import { clubs, toMomentKinds } from '../../league/clubs/store.ts';
import type { StoredEvent } from '../../league/events/rules.ts';
import { events } from '../../league/events/store.ts';
import { readLog } from '../../league/scores/store.ts';
import { ConditionFailed } from '../../platform/aws/dynamo-errors.ts';
import { hashId } from '../../platform/lists/hashed-id.ts';
import type { StoredVod } from '../vods/rules.ts';
import { vods } from '../vods/store.ts';
import {
  createAutomaticMoment,
  deleteAutomaticMoment,
  listAutomaticMoments,
  listMoments,
  shiftAutomaticMoment,
} from './store.ts';

export async function syncMomentsWithScore(vodId: string): Promise<void> {
  const vod = await vods.get(vodId);
  if (!vod?.recorded) return;
  const event = vod.sportEventId ? await events.get(vod.sportEventId) : undefined;
  const wanted = event
    ? computeMoments(vod, event, await readLog(event.id), await readMomentKinds([...event.clubIds, ...vod.clubIds]))
    : [];
  const [existing, moments] = await Promise.all([listAutomaticMoments(vodId), listMoments(vodId)]);
  const actionIds = new Set(existing.map(({ actionId }) => actionId));
  const lasting = new Set(wanted.map(({ actionId }) => actionId));
  const work = [
    ...wanted
      .filter(({ actionId }) => !actionIds.has(actionId))
      .map((one) => createAutomaticMoment(one.moment, one.actionId)),
    ...wanted.flatMap(({ moment: { id, timestampMs } }) => {
      const stored = moments.find((one) => one.id === id && one.version === 1);
      return stored && stored.timestampMs !== timestampMs ? shiftAutomaticMoment(stored, timestampMs) : [];
    }),
    ...existing.filter(({ actionId }) => !lasting.has(actionId)).map(deleteAutomaticMoment),
  ];
  // A condition fails if a concurrent run was faster, or if a user has edited the moment.
  for (const result of await Promise.allSettled(work))
    if (result.status === 'rejected' && !(result.reason instanceof ConditionFailed)) throw result.reason;
}

export function computeMoments(
  { id: vodId, recorded, clubIds }: Pick<StoredVod, 'id' | 'recorded' | 'clubIds'>,
  { homeClubId, awayClubId }: Pick<StoredEvent, 'homeClubId' | 'awayClubId'>,
  log: readonly LoggedAction[],
  chosen: (clubId: string) => readonly SideKind[],
): { actionId: string; moment: Moment }[] {
  if (!recorded) return [];
  const [from, to] = [Date.parse(recorded.from), Date.parse(recorded.to)];
  const selectClubId = (side: Side) => (side === 'HOME' ? homeClubId : awayClubId) ?? clubIds[0];
  return listCounting(log).flatMap(({ id: actionId, kind, side, at, shirt }) => {
    if (!isOfSide(kind) || side === null || at < from || at > to) return [];
    const clubId = selectClubId(kind === 'OWN_GOAL' ? otherSide(side) : side);
    if (!clubId || !chosen(clubId).includes(kind)) return [];
    const momentTypeId = types[kind];
    const label = nameAction(kind, shirt);
    const timestampMs = Math.max(
      0,
      Math.round(1000 * secondsAt({ from, gaps: recorded.gaps ?? [] }, at)) - momentsEarlyMs,
    );
    const id = momentId(vodId, actionId);
    return [{ actionId, moment: { id, timestampMs, label, momentTypeId, vodId, clubId, version: 1 } }];
  });
}

/**
 * Returns a function that finds the second of the recording at which a moment's action happens: automatic moments start
 * earlier.
 */
export function createActionSecondFinder(
  vod: Parameters<typeof computeMoments>[0],
  event: Parameters<typeof computeMoments>[1],
  log: readonly LoggedAction[],
): (moment: Pick<Moment, 'id' | 'timestampMs'>) => number {
  const automatic = new Map(
    computeMoments(vod, event, log, () => sideKinds).map(({ moment }) => [moment.id, moment.timestampMs]),
  );
  return ({ id, timestampMs }) =>
    (automatic.get(id) === timestampMs ? timestampMs + momentsEarlyMs : timestampMs) / 1000;
}

export async function readMomentKinds(clubIds: readonly string[]): Promise<(clubId: string) => readonly SideKind[]> {
  const clubItems = await Promise.all([...new Set(clubIds)].map((id) => clubs.get(id)));
  const byId = new Map(clubItems.flatMap((club) => (club ? [[club.id, club] as const] : [])));
  return (clubId) => toMomentKinds(byId.get(clubId));
}

/** Ids in `momentTypes`. */
const types: Record<SideKind, number> = {
  GOAL: 2,
  OWN_GOAL: 2,
  YELLOW_CARD: 5,
  RED_CARD: 5,
  SAVE: 7,
  OTHER: 1,
  ONE_POINT: 8,
  TWO_POINTS: 8,
  THREE_POINTS: 9,
  FOUL: 4,
  TIME_OUT: 10,
};

const sideKinds = Object.keys(types) as SideKind[];

const isOfSide = (kind: Kind): kind is SideKind => kind in types;

const nameAction = (kind: SideKind, shirt: number | null) => {
  const label = actionNames[kind];
  return shirt === null ? label : `${label} (dorsal ${shirt})`;
};

/** Name of an action of a side; undefined for other actions. */
export const labelAction = ({ kind, shirt }: Pick<LoggedAction, 'kind' | 'shirt'>): string | undefined =>
  isOfSide(kind) ? nameAction(kind, shirt) : undefined;

/** Derives the id from recording and action, so that concurrent runs do not create two moments. */
const momentId = (vodId: string, actionId: string) => actionId.slice(0, 10) + hashId(`${vodId} ${actionId}`, 16);
