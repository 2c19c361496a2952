/**
 * Who follows what, in the table `alerts`: {topic}#{shard} / USER#{id} for whoever has to tell all followers, and
 * USER#{id} / FOLLOW#{topic} for the person, both in one transaction. USER#{id} / SETTINGS: what the person wants, and an
 * attribute for each of their devices; DEVICE#{id} / HOLDER says whose a device is, so that it is one person's at a time.
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { AlertSettings } from '../../../shared/contract/alerts.ts';
import { type AlertKind, alertKinds, type Followable } from '../../../shared/domain/alert-kinds.ts';
import type { Caller, StoredUser } from '../../platform/auth/rules.ts';
import { findCallerByHash, userKey } from '../../platform/auth/sessions.ts';
import {
  ConditionFailed,
  deleteItem,
  deleteWrite,
  getItem,
  getItems,
  type Item,
  type Key,
  putItem,
  putWrite,
  queryItems,
  transact,
  updateItem,
} from '../../platform/aws/dynamo.ts';
import { everyShard, pickShard } from '../../platform/aws/shards.ts';
import { hashedId } from '../../platform/lists/hashed-id.ts';

import type { PushAddress } from './push.ts';
import type { Standing } from './rules.ts';

/** A match or a club: `events#{id}`, `clubs#{id}`. */
export type Topic = `${Followable}#${string}`;

/** What somebody has chosen, and what their mails are ended by. */
export interface StoredSettings extends AlertSettings {
  mailSecret?: string;
  devices: Device[];
}

/** A browser that takes messages, by what its push service gave it. It ends with the session that it was named in. */
export interface Device extends PushAddress {
  id: string;
  addedAt: string;
  sessionHash: string;
  /** Milliseconds since 1970. That the session's time is over ends nothing. */
  sessionEndsAt: number;
}

export async function follow(userId: string, topic: Topic, now: number): Promise<void> {
  const since = new Date(now).toISOString();
  await transact([
    putWrite('alerts', { ...followKey(userId, topic), since }),
    putWrite('alerts', { ...followerKey(userId, topic), since }),
  ]);
}

export async function unfollow(userId: string, topic: Topic): Promise<void> {
  await transact([deleteWrite('alerts', followKey(userId, topic)), deleteWrite('alerts', followerKey(userId, topic))]);
}

export async function followsOf(userId: string): Promise<{ events: string[]; clubs: string[] }> {
  const found: { events: string[]; clubs: string[] } = { events: [], clubs: [] };
  for await (const page of queryItems<Key>('alerts', ofUser(userId), { prefix: 'FOLLOW#' })) {
    for (const { sk } of page) {
      const [, kind, id] = sk.split('#') as [string, Followable, string];
      found[kind].push(id);
    }
  }
  return found;
}

/** Everybody who follows any of these, each once. */
export async function followersOf(topics: readonly Topic[]): Promise<string[]> {
  const found = new Set<string>();
  await Promise.all(
    topics.flatMap((topic) =>
      everyShard.map(async (shard) => {
        for await (const page of queryItems<Key>('alerts', `${topic}#${shard}`))
          for (const { sk } of page) found.add(sk.slice(userPrefix.length));
      }),
    ),
  );
  return [...found];
}

/** The match or club is gone. */
export async function forgetTopic(topic: Topic): Promise<void> {
  await Promise.all(
    everyShard.map(async (shard) => {
      for await (const page of queryItems<Key>('alerts', `${topic}#${shard}`)) {
        const writes = page.flatMap(({ pk, sk }) => [
          deleteWrite('alerts', { pk, sk }),
          deleteWrite('alerts', followKey(sk.slice(userPrefix.length), topic)),
        ]);
        for (let from = 0; from < writes.length; from += 100) await transact(writes.slice(from, from + 100));
      }
    }),
  );
}

/** The person is gone. */
export async function forgetPerson(userId: string): Promise<void> {
  const { events, clubs } = await followsOf(userId);
  for (const id of events) await unfollow(userId, `events#${id}`);
  for (const id of clubs) await unfollow(userId, `clubs#${id}`);
  for (const { id } of (await settingsOf(userId)).devices) await removeDevice(userId, id);
  for await (const page of queryItems<Key>('alerts', ofUser(userId)))
    for (const { pk, sk } of page) await deleteItem('alerts', { pk, sk });
}

/** All that is kept about a person here, for them to take away. */
export async function alertData(userId: string): Promise<object[]> {
  const kept: object[] = [];
  for await (const page of queryItems<StoredSettings & Key & { secretHash?: string }>('alerts', ofUser(userId)))
    kept.push(...page.map(({ pk: _, mailSecret: __, secretHash: ___, ...item }) => item));
  return kept;
}

export async function settingsOf(userId: string): Promise<StoredSettings> {
  return settingsIn(await getItem<Item>('alerts', settingsKey(userId)));
}

/** What is not named stays. */
export async function changeSettings(userId: string, change: Partial<AlertSettings>): Promise<StoredSettings> {
  const entries = Object.entries(change).filter(([, value]) => value !== undefined);
  if (entries.length === 0) return settingsOf(userId);
  return settingsIn(
    await updateItem<Item>('alerts', settingsKey(userId), {
      expression: `SET ${entries.map((_, index) => `#n${index} = :v${index}`).join(', ')}`,
      names: Object.fromEntries(entries.map(([name], index) => [`#n${index}`, name])),
      values: Object.fromEntries(entries.map(([, value], index) => [`:v${index}`, value])),
    }),
  );
}

/** Whoever follows something is told everything, until they choose. */
export function settingsIn(item: Item | undefined): StoredSettings {
  const { kinds = alertKinds, mail = true, mailSecret } = (item ?? {}) as Partial<StoredSettings>;
  const devices = Object.entries(item ?? {}).flatMap(([name, value]) =>
    name.startsWith(devicePrefix) ? (value as Device) : [],
  );
  return { kinds: [...kinds] as AlertKind[], mail, devices, ...(mailSecret && { mailSecret }) };
}

/** A person has a phone or two, and browsers that they have forgotten: the oldest goes. */
const mostDevices = 10;

/** Messages go to this device from now on; whoever had it before is told nothing on it any more. */
export async function addDevice(caller: Caller, address: PushAddress, now: number): Promise<string> {
  const userId = caller.user.id;
  const id = hashedId(address.endpoint);
  const before = await putItem('alerts', { ...holderKey(id), userId });
  if (before?.userId && before.userId !== userId) await dropDevice(before.userId, id);
  const device: Device = {
    ...{ id, ...address, addedAt: new Date(now).toISOString() },
    ...{ sessionHash: caller.sessionHash, sessionEndsAt: caller.sessionEndsAt ?? now },
  };
  const { devices } = settingsIn(
    await updateItem<Item>('alerts', settingsKey(userId), {
      expression: 'SET #device = :device',
      names: { '#device': devicePrefix + id },
      values: { ':device': device },
    }),
  );
  const oldest = devices.toSorted((a, b) => (a.addedAt < b.addedAt ? 1 : -1)).slice(mostDevices);
  for (const one of oldest) await removeDevice(userId, one.id);
  return id;
}

export async function removeDevice(userId: string, id: string): Promise<void> {
  await dropDevice(userId, id);
  const holder = await getItem<{ userId: string }>('alerts', holderKey(id));
  if (holder?.userId === userId) await deleteItem('alerts', holderKey(id));
}

async function dropDevice(userId: string, id: string): Promise<void> {
  const names = { '#device': devicePrefix + id };
  try {
    await updateItem(
      'alerts',
      settingsKey(userId),
      { expression: 'REMOVE #device', names },
      { condition: 'attribute_exists(pk)' },
    );
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
  }
}

/** Somebody has lost a session, or all of them: the devices that they were in take nothing any more. */
export async function endDevices(userId: string, now: number): Promise<void> {
  for (const { id, sessionHash, sessionEndsAt } of (await settingsOf(userId)).devices) {
    const isOver = sessionEndsAt > now && !(await findCallerByHash(userId, sessionHash, now));
    if (isOver) await removeDevice(userId, id);
  }
}

export interface Follower {
  user: StoredUser;
  settings: StoredSettings;
}

/** Some people with their settings; whoever is gone is left out. */
export async function followers(userIds: readonly string[]): Promise<Follower[]> {
  const found = await getItems([
    ...userIds.map((id) => ({ table: 'users' as const, key: userKey(id) })),
    ...userIds.map((id) => ({ table: 'alerts' as const, key: settingsKey(id) })),
  ]);
  return userIds.flatMap((_, index) => {
    const user = found[index] as StoredUser | undefined;
    return user ? [{ user, settings: settingsIn(found[userIds.length + index]) }] : [];
  });
}

/** `<user>.<secret>`: whoever has it ends the mails to that person and can do nothing else. Made with the first mail. */
export async function mailToken({ user, settings }: Follower): Promise<string> {
  if (settings.mailSecret) return `${user.id}.${settings.mailSecret}`;
  const { mailSecret } = await updateItem<{ mailSecret: string }>('alerts', settingsKey(user.id), {
    expression: 'SET mailSecret = if_not_exists(mailSecret, :secret)',
    values: { ':secret': randomBytes(24).toString('base64url') },
  });
  return `${user.id}.${mailSecret}`;
}

/** Whose token it is, if it is anybody's. */
export async function holderOf(token: string): Promise<string | undefined> {
  const [userId = '', secret = ''] = token.split('.');
  if (!/^\w{26}$/.test(userId) || !secret) return undefined;
  const { mailSecret } = await settingsOf(userId);
  return mailSecret && timingSafeEqual(digest(mailSecret), digest(secret)) ? userId : undefined;
}

/** Something was told to somebody, or put into the queue: nothing of it lasts for longer than anybody could ask. */
export const markOf = (eventId: string, what: string, who: string, now: number) => ({
  ...markKey(eventId, what, who),
  expiresAt: expiryOf(now),
});
const expiryOf = (now: number) => Math.ceil(now / 1000) + keepSeconds;

/** As many are written in a minute as a match has followers. */
const markKey = (eventId: string, what: string, who: string): Key => ({
  ...{ pk: `TOLD#${eventId}#${what}#${pickShard(who)}`, sk: who },
});

const keepSeconds = 60 * 86_400;

/** One device of somebody, as a mark names it. */
export const deviceMark = (userId: string, deviceId: string) => `told:${userId}#${deviceId}`;

/**
 * Which of these devices has been told nothing of it yet, each with its person's id: from now on it counts as told. Marks of
 * many people share an item, so that a crowd costs a write for dozens of them; `missed` are those whose item could not be
 * written. Who of two that ask at once has won is told by what stands there.
 */
export async function claimDevices(
  eventId: string,
  what: string,
  devices: readonly { userId: string; id: string }[],
  now: number,
): Promise<{ won: Set<string>; missed: Set<string> }> {
  const by = randomBytes(9).toString('base64url');
  const won = new Set<string>();
  const missed = new Set<string>();
  const parts = [...Map.groupBy(devices, ({ userId }) => bucketOf(userId))].flatMap(([bucket, of]) =>
    Array.from({ length: Math.ceil(of.length / marksAtOnce) }, (_, part) => ({
      bucket,
      marks: of.slice(part * marksAtOnce, (part + 1) * marksAtOnce).map(({ userId, id }) => deviceMark(userId, id)),
    })),
  );
  await Promise.all(
    parts.map(async ({ bucket, marks }) => {
      const sets = marks.map((_, at) => `#m${at} = if_not_exists(#m${at}, :by)`);
      try {
        const stands = await updateItem<Record<string, string>>('alerts', bucketKey(eventId, what, bucket), {
          expression: `SET expiresAt = :expiresAt, ${sets.join(', ')}`,
          names: Object.fromEntries(marks.map((mark, at) => [`#m${at}`, mark])),
          values: { ':by': by, ':expiresAt': expiryOf(now) },
        });
        for (const mark of marks) if (stands[mark] === by) won.add(mark);
      } catch {
        for (const mark of marks) missed.add(mark);
      }
    }),
  );
  return { won, missed };
}

/** It was not told after all: the next attempt may. */
export async function releaseDevice(eventId: string, what: string, userId: string, deviceId: string): Promise<void> {
  await updateItem('alerts', bucketKey(eventId, what, bucketOf(userId)), {
    expression: 'REMOVE #mark',
    names: { '#mark': deviceMark(userId, deviceId) },
  });
}

/** 50,000 followers leave some 200 marks of 70 bytes in each, which is a write of 14 units; an item holds 5,000. */
const buckets = 256;

/** A part of the queue holds people of few buckets. */
export const bucketOf = (userId: string) =>
  createHash('sha256').update(`bucket ${userId}`).digest().readUInt32BE() % buckets;

/** An expression has at most 4 KB. */
const marksAtOnce = 100;

const bucketKey = (eventId: string, what: string, bucket: number): Key => ({
  ...{ pk: `TOLD#${eventId}#${what}#DEVICES${bucket}`, sk: 'DEVICES' },
});

/** All parts for a message about a match are in the queue. */
export async function notePlanned(eventId: string, what: string, now: number): Promise<void> {
  await putItem('alerts', markOf(eventId, what, 'PLANNED', now));
}

export async function isPlanned(eventId: string, what: string): Promise<boolean> {
  return (await getItem('alerts', markKey(eventId, what, 'PLANNED'))) !== undefined;
}

export const lastTold = (eventId: string) => getItem<Standing>('alerts', standingKey(eventId));

export async function noteTold(eventId: string, { start, state }: Standing, now: number): Promise<void> {
  const expiresAt = Math.ceil(now / 1000) + 400 * 86_400;
  await putItem('alerts', { ...standingKey(eventId), start, state, expiresAt });
}

const userPrefix = 'USER#';
const ofUser = (userId: string) => `${userPrefix}${userId}`;
const settingsKey = (userId: string): Key => ({ pk: ofUser(userId), sk: 'SETTINGS' });
const followKey = (userId: string, topic: Topic): Key => ({ pk: ofUser(userId), sk: `FOLLOW#${topic}` });
const followerKey = (userId: string, topic: Topic): Key => ({
  pk: `${topic}#${pickShard(userId)}`,
  sk: ofUser(userId),
});
const standingKey = (eventId: string): Key => ({ pk: `MATCH#${eventId}`, sk: 'TOLD' });
const devicePrefix = 'device:';
const holderKey = (id: string) => ({ pk: `DEVICE#${id}`, sk: 'HOLDER' }) as Key & { userId?: string };
const digest = (text: string) => createHash('sha256').update(text).digest();
