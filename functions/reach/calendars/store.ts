/**
 * Secret URL of a personal calendar, in the table `alerts`: USER#{id} / CALENDAR, deleted with the account. Only the
 * secret's hash is stored; a new URL replaces the old one.
 */
import { randomBytes } from 'node:crypto';
import { idSource } from '../../../shared/domain/ids.ts';
import type { StoredUser } from '../../platform/auth/rules.ts';
import { hashToken, userKey } from '../../platform/auth/sessions.ts';
import { deleteItem, getItem, getItems, type Key, putItem } from '../../platform/aws/dynamo.ts';

interface StoredCalendar {
  secretHash: string;
  since: string;
}

/** Creates the token of a new URL, `<user>.<secret>`, which replaces the previous one. */
export async function createCalendarToken(userId: string, now: number): Promise<string> {
  const secret = randomBytes(32).toString('base64url');
  await putItem('alerts', {
    ...calendarKey(userId),
    secretHash: hashToken(secret),
    since: new Date(now).toISOString(),
  });
  return `${userId}.${secret}`;
}

/** Creation time of the current URL. */
export const findCalendarStart = async (userId: string): Promise<string | undefined> =>
  (await getItem<StoredCalendar>('alerts', calendarKey(userId)))?.since;

export const endCalendar = (userId: string): Promise<void> => deleteItem('alerts', calendarKey(userId));

const tokenPattern = new RegExp(`^(${idSource})\\.([\\w-]{43})$`);

/** The URL's user, if the account still exists. */
export async function findCalendarHolder(token: string): Promise<string | undefined> {
  const [, userId, secret] = tokenPattern.exec(token) ?? [];
  if (!userId || !secret) return undefined;
  const [user, calendar] = (await getItems([
    { table: 'users', key: userKey(userId) },
    { table: 'alerts', key: calendarKey(userId) },
  ])) as [StoredUser | undefined, StoredCalendar | undefined];
  if (!user || user.disabled || !calendar) return undefined;
  return calendar.secretHash === hashToken(secret) ? userId : undefined;
}

const calendarKey = (userId: string): Key => ({ pk: `USER#${userId}`, sk: 'CALENDAR' });
