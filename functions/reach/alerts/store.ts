/**
 * Followers, in the table `alerts`: {topic}#{shard} / USER#{id} for sending and USER#{id} / FOLLOW#{topic} for the
 * user, in one transaction. USER#{id} / SETTINGS holds settings and an attribute per device; DEVICE#{id} / HOLDER ties
 * a device to one user.
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

/** A user's settings, and the secret of their unsubscription link. */
export interface StoredSettings extends AlertSettings {
  mailSecret?: string;
  devices: Device[];
}

/** A push subscription of a browser; it ends with the session that registered it. */
export interface Device extends PushAddress {
  id: string;
  addedAt: string;
  sessionHash: string;
  /** Milliseconds since the Unix epoch. Session expiry does not unsubscribe the device. */
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

export async function readFollows(userId: string): Promise<{ events: string[]; clubs: string[] }> {
  const found: { events: string[]; clubs: string[] } = { events: [], clubs: [] };
  for await (const page of queryItems<Key>('alerts', ofUser(userId), { prefix: 'FOLLOW#' })) {
    for (const { sk } of page) {
      const [, kind, id] = sk.split('#') as [string, Followable, string];
      found[kind].push(id);
    }
  }
  return found;
}

/** All followers of any of the topics, without duplicates. */
export async function findFollowers(topics: readonly Topic[]): Promise<string[]> {
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

/** Removes a deleted match or club. */
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

/** Removes a deleted user. */
export async function forgetPerson(userId: string): Promise<void> {
  const { events, clubs } = await readFollows(userId);
  for (const id of events) await unfollow(userId, `events#${id}`);
  for (const id of clubs) await unfollow(userId, `clubs#${id}`);
  for (const { id } of (await readSettings(userId)).devices) await removeDevice(userId, id);
  for await (const page of queryItems<Key>('alerts', ofUser(userId)))
    for (const { pk, sk } of page) await deleteItem('alerts', { pk, sk });
}

/** Everything stored about a user, for the data export. */
export async function exportAlertData(userId: string): Promise<object[]> {
  const kept: object[] = [];
  for await (const page of queryItems<StoredSettings & Key & { secretHash?: string }>('alerts', ofUser(userId)))
    kept.push(...page.map(({ pk: _, mailSecret: __, secretHash: ___, ...item }) => item));
  return kept;
}

export async function readSettings(userId: string): Promise<StoredSettings> {
  return settingsIn(await getItem<Item>('alerts', settingsKey(userId)));
}

/** Omitted fields stay unchanged. */
export async function changeSettings(userId: string, change: Partial<AlertSettings>): Promise<StoredSettings> {
  const entries = Object.entries(change).filter(([, value]) => value !== undefined);
  if (entries.length === 0) return readSettings(userId);
  return settingsIn(
    await updateItem<Item>('alerts', settingsKey(userId), {
      expression: `SET ${entries.map((_, index) => `#n${index} = :v${index}`).join(', ')}`,
      names: Object.fromEntries(entries.map(([name], index) => [`#n${index}`, name])),
      values: Object.fromEntries(entries.map(([, value], index) => [`:v${index}`, value])),
    }),
  );
}

/** Followers get every kind of alert until they choose. */
export function settingsIn(item: Item | undefined): StoredSettings {
  const { kinds = alertKinds, mail = true, mailSecret } = (item ?? {}) as Partial<StoredSettings>;
  const devices = Object.entries(item ?? {}).flatMap(([name, value]) =>
    name.startsWith(devicePrefix) ? (value as Device) : [],
  );
  return { kinds: [...kinds] as AlertKind[], mail, devices, ...(mailSecret && { mailSecret }) };
}

/** Limit of devices; a further one replaces the oldest. */
const mostDevices = 10;

/** Registers the device for this user; a previous user no longer receives messages on it. */
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

/** Removes devices whose session has ended. */
export async function endDevices(userId: string, now: number): Promise<void> {
  for (const { id, sessionHash, sessionEndsAt } of (await readSettings(userId)).devices) {
    const isOver = sessionEndsAt > now && !(await findCallerByHash(userId, sessionHash, now));
    if (isOver) await removeDevice(userId, id);
  }
}

export interface Follower {
  user: StoredUser;
  settings: StoredSettings;
}

/** Users with their settings; deleted users are left out. */
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

/** `<user>.<secret>`: allows nothing but unsubscription. Created with the first email. */
export async function mailToken({ user, settings }: Follower): Promise<string> {
  if (settings.mailSecret) return `${user.id}.${settings.mailSecret}`;
  const { mailSecret } = await updateItem<{ mailSecret: string }>('alerts', settingsKey(user.id), {
    expression: 'SET mailSecret = if_not_exists(mailSecret, :secret)',
    values: { ':secret': randomBytes(24).toString('base64url') },
  });
  return `${user.id}.${mailSecret}`;
}

/** The user of a token; undefined for an unknown one. */
export async function findMailTokenUser(token: string): Promise<string | undefined> {
  const [userId = '', secret = ''] = token.split('.');
  if (!/^\w{26}$/.test(userId) || !secret) return undefined;
  const { mailSecret } = await readSettings(userId);
  return mailSecret && timingSafeEqual(digest(mailSecret), digest(secret)) ? userId : undefined;
}

/** Mark of a planned or sent message, kept no longer than its retries. */
export const newMark = (eventId: string, what: string, who: string, now: number) => ({
  ...markKey(eventId, what, who),
  expiresAt: toExpiry(now),
});
const toExpiry = (now: number) => Math.ceil(now / 1000) + keepSeconds;

/** Sharded: a match's followers are marked within a minute. */
const markKey = (eventId: string, what: string, who: string): Key => ({
  ...{ pk: `TOLD#${eventId}#${what}#${pickShard(who)}`, sk: who },
});

const keepSeconds = 60 * 86_400;

/** Key of a user's device in marks. */
export const deviceMark = (userId: string, deviceId: string) => `told:${userId}#${deviceId}`;

/**
 * Claims devices that have not received the message, each with its user; they count as done from now on. Marks of many
 * users share an item, so that a write covers dozens of them; `missed` are users whose item could not be written. On a
 * race, the stored claim decides.
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
  const parts = [...Map.groupBy(devices, ({ userId }) => pickBucket(userId))].flatMap(([bucket, of]) =>
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
          values: { ':by': by, ':expiresAt': toExpiry(now) },
        });
        for (const mark of marks) if (stands[mark] === by) won.add(mark);
      } catch {
        for (const mark of marks) missed.add(mark);
      }
    }),
  );
  return { won, missed };
}

/** Releases a claim, so that the next attempt can send. */
export async function releaseDevice(eventId: string, what: string, userId: string, deviceId: string): Promise<void> {
  await updateItem('alerts', bucketKey(eventId, what, pickBucket(userId)), {
    expression: 'REMOVE #mark',
    names: { '#mark': deviceMark(userId, deviceId) },
  });
}

/** 50,000 followers leave some 200 marks of 70 bytes in each item, a write of 14 units; an item holds 5,000. */
const buckets = 256;

/** Users of a batch are in few buckets. */
export const pickBucket = (userId: string) =>
  createHash('sha256').update(`bucket ${userId}`).digest().readUInt32BE() % buckets;

/** An expression is limited to 4 KB. */
const marksAtOnce = 100;

const bucketKey = (eventId: string, what: string, bucket: number): Key => ({
  ...{ pk: `TOLD#${eventId}#${what}#DEVICES${bucket}`, sk: 'DEVICES' },
});

/** Marks that all batches of a message are queued. */
export async function notePlanned(eventId: string, what: string, now: number): Promise<void> {
  await putItem('alerts', newMark(eventId, what, 'PLANNED', now));
}

export async function isPlanned(eventId: string, what: string): Promise<boolean> {
  return (await getItem('alerts', markKey(eventId, what, 'PLANNED'))) !== undefined;
}

export const readLastTold = (eventId: string) => getItem<Standing>('alerts', standingKey(eventId));

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
