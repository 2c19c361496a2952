/**
 * Turns domain events into alerts: reads the current state and queues messages for a hundred followers each. A repeated
 * event queues the same messages, which the sender deduplicates.
 */
import { divide } from '../../../shared/domain/divide.ts';
import { listSides } from '../../../shared/domain/match.ts';
import { readClubNames } from '../../league/clubs/store.ts';
import type { StoredEvent } from '../../league/events/rules.ts';
import { events } from '../../league/events/store.ts';
import { findScore, readLog } from '../../league/scores/store.ts';
import { enqueue } from '../../platform/aws/queue.ts';
import type { DomainEvents } from '../../platform/events/domain-events.ts';
import { toFamilyMatch } from '../../platform/shown/families.ts';
import { mayBeShown, type Use } from '../../platform/shown/rules.ts';
import { isWatchable } from '../../recordings/vods/rules.ts';
import { vods } from '../../recordings/vods/store.ts';
import { describeChange, describeRemoval, toStanding } from './change-alerts.ts';
import { findFollowers } from './follows.ts';
import {
  type AlertMessage,
  describeGoal,
  describePicture,
  describeResult,
  describeSignal,
  describeTurns,
  describeVideo,
  listFreshGoals,
  type Sides,
} from './rules.ts';
import { isPlanned, notePlanned, noteTold, pickBucket, readLastTold } from './sent-marks.ts';

/** A queue message: an alert for some followers. */
export interface AlertBatch {
  message: AlertMessage;
  userIds: string[];
}

/** Followers per batch, whose alerts take some seconds. */
const batchSize = 100;

export async function planChange({ eventId, moved }: DomainEvents['EventChanged'], now: number): Promise<void> {
  const event = moved && (await events.get(eventId));
  if (!event || !moved) return;
  if (mayBeAnnounced(event, 'page'))
    for (const message of describeTurns(event, moved, await describeFinal(event), now)) await plan(event, message, now);
  if (event.audience === 'FAMILIES') await planFamiliesChange(event, moved, now);
  const told = await readLastTold(eventId);
  const before = told ?? toStanding(moved.before);
  // No follower knew a newly published match before, so nothing changes for them.
  if (!told && before.state === 'GONE') return;
  const message = describeChange(event, moved, before, now);
  if (!message) return;
  await plan(event, message, now);
  await noteTold(eventId, toStanding(event), now);
}

/** A match for families is gone for the public; invited followers get a separate message about its changes. */
async function planFamiliesChange(
  event: StoredEvent,
  moved: NonNullable<DomainEvents['EventChanged']['moved']>,
  now: number,
): Promise<void> {
  const { visible, families } = moved.before;
  const before = { ...moved.before, visible: visible === true || families !== undefined };
  const announced = { ...event, visible: mayBeAnnounced(event, 'page') };
  const key = familiesKey(event.id);
  const told = await readLastTold(key);
  // No follower knew the match before, so nothing changes for them.
  if (!told && !before.visible) return;
  const message = describeChange(announced, { ...moved, before }, told ?? toStanding(before), now);
  if (!message) return;
  const invited = message.isGone && { families: families ?? toFamilyMatch(event) };
  await plan(event, { ...message, ...invited, what: `${message.what}#FAMILIES` }, now);
  await noteTold(key, toStanding(announced), now);
}

/** Tells the followers that the match was deleted. Their follows are kept while it can be recovered. */
export async function planRemoval({ eventId, announced }: DomainEvents['EventRemoved'], now: number): Promise<void> {
  if (await events.get(eventId)) return;
  const message = announced && describeRemoval(eventId, announced, now);
  if (!announced || !message) return;
  await plan({ id: eventId, clubIds: announced.clubIds }, message, now);
  const key = announced.families ? familiesKey(eventId) : eventId;
  await noteTold(key, { ...toStanding(announced), state: 'GONE' }, now);
}

/** Families have a separate record, because they get different messages than the public. */
const familiesKey = (eventId: string) => `${eventId}#FAMILIES`;

export async function planOnAir({ eventId, since }: DomainEvents['MatchOnAir'], now: number): Promise<void> {
  const event = await findShownEvent(eventId);
  if (!event || !mayBeAnnounced(event, 'live')) return;
  for (const message of [describePicture(event, Date.parse(since), now), describeSignal(event, now)])
    if (message) await plan(event, message, now);
}

export async function planGoals({ eventId }: DomainEvents['ScoreChanged'], now: number): Promise<void> {
  const event = await findShownEvent(eventId);
  if (!event) return;
  const goals = listFreshGoals(await readLog(eventId), now);
  if (goals.length === 0) return;
  const [score, sides] = await Promise.all([findScore(eventId), findSides(event)]);
  if (score) for (const goal of goals) await plan(event, describeGoal(event, goal, score, sides), now);
}

export async function planVideo({ vodId }: DomainEvents['VideoPublished'], now: number): Promise<void> {
  const vod = await vods.get(vodId);
  const event = vod?.sportEventId && isWatchable(vod) ? await findShownEvent(vod.sportEventId) : undefined;
  const message = event && describeVideo(event, now);
  if (message) await plan(event, message, now);
}

async function findShownEvent(id: string): Promise<StoredEvent | undefined> {
  const event = await events.get(id);
  return event && mayBeAnnounced(event, 'page') ? event : undefined;
}

/** True if followers may be alerted about the match; the sender picks the invited ones of a match for families. */
const mayBeAnnounced = (event: StoredEvent, use: Use): boolean => mayBeShown(event, 'FAMILIES', use, 0).ok;

async function describeFinal(event: StoredEvent) {
  const { score } = event;
  if (event.state !== 'FINISHED' || !score || score.phase === 'BEFORE') return undefined;
  return { title: `Final: ${describeResult(event, score, await findSides(event))}`, body: 'El partido ha terminado.' };
}

/** Names of the sides, if they are public. */
async function findSides(event: StoredEvent): Promise<Sides | undefined> {
  const sides = listSides({ ...event, clubs: await readClubNames(event.clubIds) });
  return sides && { home: sides.home.name, away: sides.away.name };
}

async function plan(
  { id, clubIds }: Pick<StoredEvent, 'id' | 'clubIds'>,
  message: AlertMessage,
  now: number,
): Promise<void> {
  if (message.until <= now || (await isPlanned(id, message.what))) return;
  const userIds = await findFollowers([`events#${id}`, ...clubIds.map((club) => `clubs#${club}` as const)]);
  // Followers are sorted by bucket, so that the marks of a batch are in few items (sent-marks.ts).
  const buckets = new Map(userIds.map((userId) => [userId, pickBucket(userId)]));
  userIds.sort((a, b) => (buckets.get(a) ?? 0) - (buckets.get(b) ?? 0));
  const batches = divide(userIds, batchSize).map((some): AlertBatch => ({ message, userIds: some }));
  await enqueue('ALERTS_QUEUE_URL', batches);
  await notePlanned(id, message.what, now);
}
