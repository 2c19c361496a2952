/**
 * Alert settings and devices of followers, in the table `alerts`: USER#{id} / SETTINGS holds settings and an attribute
 * per device; DEVICE#{id} / HOLDER ties a device to one user.
 */
import { randomBytes } from 'node:crypto';
import type { AlertSettings } from '../../../shared/contract/alerts.ts';
import type { PersonalData } from '../../../shared/contract/personal-data.ts';
import { type AlertKind, alertKinds, type Followable } from '../../../shared/domain/alert-kinds.ts';
import { idPattern } from '../../../shared/domain/ids.ts';
import type { Caller, StoredUser } from '../../platform/auth/rules.ts';
import { findCallerByHash, isSameSecret, userKey } from '../../platform/auth/sessions.ts';
import { deleteItem, getItem, getItems, type Item, type Key, putItem, updateItem } from '../../platform/aws/dynamo.ts';
import { ignoreFailedCondition } from '../../platform/aws/dynamo-errors.ts';
import { queryAll } from '../../platform/aws/dynamo-queries.ts';
import { hashId } from '../../platform/lists/hashed-id.ts';
import { findCalendarStart } from '../calendars/store.ts';
import { listFollows, readFollows, toUserKey, unfollow } from './follows.ts';
import type { PushAddress } from './push.ts';

/** A user's settings, and the secret of their unsubscription link. */
export interface StoredSettings extends AlertSettings {
  mailSecret?: string;
  devices: Device[];
}

/**
 * A push subscription of a browser. It ends when its session is ended, as by logout, but not when the session expires.
 */
export interface Device extends PushAddress {
  id: string;
  addedAt: string;
  sessionHash: string;
  /** Milliseconds since the Unix epoch. */
  sessionEndsAt: number;
}

/** Removes the follows, settings, devices and calendar of a deleted user. */
export async function forgetPerson(userId: string): Promise<void> {
  const { events, clubs } = await readFollows(userId);
  for (const id of events) await unfollow(userId, `events#${id}`);
  for (const id of clubs) await unfollow(userId, `clubs#${id}`);
  for (const { id } of (await readSettings(userId)).devices) await removeDevice(userId, id);
  for (const { pk, sk } of await queryAll<Key>('alerts', toUserKey(userId))) await deleteItem('alerts', { pk, sk });
}

export async function exportAlertData(userId: string): Promise<PersonalData['alerts']> {
  const [{ kinds, mail, devices }, follows, calendarSince = null] = await Promise.all([
    readSettings(userId),
    listFollows(userId),
    findCalendarStart(userId),
  ]);
  const pick = (wanted: Followable) => follows.flatMap(({ kind, id, since }) => (kind === wanted ? { id, since } : []));
  const browsers = devices.map(({ endpoint, addedAt }) => ({ service: new URL(endpoint).host, addedAt }));
  return { kinds, mail, events: pick('events'), clubs: pick('clubs'), devices: browsers, calendarSince };
}

export async function readSettings(userId: string): Promise<StoredSettings> {
  return toSettings(await getItem<Item>('alerts', settingsKey(userId)));
}

/** Omitted fields stay unchanged. */
export async function changeSettings(userId: string, change: Partial<AlertSettings>): Promise<StoredSettings> {
  const entries = Object.entries(change).filter(([, value]) => value !== undefined);
  if (entries.length === 0) return readSettings(userId);
  return toSettings(
    await updateItem<Item>('alerts', settingsKey(userId), {
      expression: `SET ${entries.map((_, index) => `#n${index} = :v${index}`).join(', ')}`,
      names: Object.fromEntries(entries.map(([name], index) => [`#n${index}`, name])),
      values: Object.fromEntries(entries.map(([, value], index) => [`:v${index}`, value])),
    }),
  );
}

/** Followers get every kind of alert until they choose. */
export function toSettings(item: Item | undefined): StoredSettings {
  const { kinds = alertKinds, mail = true, mailSecret } = (item ?? {}) as Partial<StoredSettings>;
  const devices = Object.entries(item ?? {}).flatMap(([name, value]) =>
    name.startsWith(devicePrefix) ? (value as Device) : [],
  );
  return { kinds: [...kinds] as AlertKind[], mail, devices, ...(mailSecret && { mailSecret }) };
}

/** Limit of devices; a further one replaces the oldest. */
const maxDevices = 10;

/** Registers the device for this user; a previous user no longer receives messages on it. */
export async function addDevice(caller: Caller, address: PushAddress, now: number): Promise<string> {
  const userId = caller.user.id;
  const id = hashId(address.endpoint);
  const before = await putItem('alerts', { ...holderKey(id), userId });
  if (before?.userId && before.userId !== userId) await dropDevice(before.userId, id);
  const device: Device = {
    id,
    ...address,
    addedAt: new Date(now).toISOString(),
    sessionHash: caller.sessionHash,
    sessionEndsAt: caller.sessionEndsAt ?? now,
  };
  const { devices } = toSettings(
    await updateItem<Item>('alerts', settingsKey(userId), {
      expression: 'SET #device = :device',
      names: { '#device': devicePrefix + id },
      values: { ':device': device },
    }),
  );
  const oldest = devices.toSorted((a, b) => (a.addedAt < b.addedAt ? 1 : -1)).slice(maxDevices);
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
  await updateItem(
    'alerts',
    settingsKey(userId),
    { expression: 'REMOVE #device', names },
    { condition: 'attribute_exists(pk)' },
  ).catch(ignoreFailedCondition);
}

/** Removes devices whose session was ended before its expiry. */
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
export async function readFollowers(userIds: readonly string[]): Promise<Follower[]> {
  const items = await getItems([
    ...userIds.map((id) => ({ table: 'users' as const, key: userKey(id) })),
    ...userIds.map((id) => ({ table: 'alerts' as const, key: settingsKey(id) })),
  ]);
  return userIds.flatMap((_, index) => {
    const user = items[index] as StoredUser | undefined;
    return user ? [{ user, settings: toSettings(items[userIds.length + index]) }] : [];
  });
}

/** `<user>.<secret>`: allows nothing but unsubscription. Created with the first email. */
export async function ensureMailToken({ user, settings }: Follower): Promise<string> {
  if (settings.mailSecret) return `${user.id}.${settings.mailSecret}`;
  const { mailSecret } = await updateItem<{ mailSecret: string }>('alerts', settingsKey(user.id), {
    expression: 'SET mailSecret = if_not_exists(mailSecret, :secret)',
    values: { ':secret': randomBytes(24).toString('base64url') },
  });
  return `${user.id}.${mailSecret}`;
}

export async function findMailTokenUser(token: string): Promise<string | undefined> {
  const [userId = '', secret = ''] = token.split('.');
  if (!idPattern.test(userId) || !secret) return undefined;
  const { mailSecret } = await readSettings(userId);
  return mailSecret && isSameSecret(mailSecret, secret) ? userId : undefined;
}

const settingsKey = (userId: string): Key => ({ pk: toUserKey(userId), sk: 'SETTINGS' });

const devicePrefix = 'device:';
const holderKey = (id: string) => ({ pk: `DEVICE#${id}`, sk: 'HOLDER' }) as Key & { userId?: string };
