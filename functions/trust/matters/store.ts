/** Matters: items and rows, tokens of their writers, and the due ones. */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { foldText } from '../../../shared/domain/fold-text.ts';
import { idPattern } from '../../../shared/domain/ids.ts';
import { hashToken } from '../../platform/auth/sessions.ts';
import { Collection } from '../../platform/lists/collection.ts';
import { attemptEach } from '../../platform/observability/attempt-each.ts';
import {
  isExpired,
  isHiddenFirst,
  isShownByAdmin,
  isWaiting,
  type StoredMatter,
  toItemKey,
  toTitle,
  toUrgency,
} from './rules.ts';

const toRow = (matter: StoredMatter) => {
  const {
    id,
    number,
    state,
    target,
    deadline,
    changedAt,
    isDue,
    holds,
    userId,
    createdAt,
    origins = [],
    releasedAt,
    untold = [],
  } = matter;
  return {
    id,
    /** The number and the item's name, folded, for the search. */
    title: foldText(`${number} ${toTitle(matter)}`),
    state,
    clubIds: target?.clubIds ?? [],
    deadline,
    changedAt,
    isDue,
    ...(userId && { userId }),
    createdAt,
    /** 0 for a recognised minor in an unknown item, 1 for one in a known item, 2 for the others. */
    urgency: toUrgency(matter),
    /** Key of the item; null if none is known. */
    item: target && toItemKey(target),
    isShown: isShownByAdmin(matter),
    /** Its item while it withholds one, as `kind/id`. */
    ...(holds && target && { holdsOn: toItemKey(target) }),
    isHiddenFirst: isHiddenFirst(matter),
    origins,
    untold,
    ...(releasedAt && { releasedAt }),
  };
};

export type MatterRow = ReturnType<typeof toRow>;

/** Matters that wait come first: those about recognised minors on top, then by deadline. */
export const matters = new Collection<StoredMatter, MatterRow>({
  table: 'matters',
  audit: { kind: 'matters', name: ({ number }) => number, kept: ['state', 'holds', 'target', 'deadline'] },
  row: toRow,
  compare: (a, b) =>
    Number(isWaiting(b.state)) - Number(isWaiting(a.state)) ||
    a.urgency - b.urgency ||
    (a.deadline < b.deadline ? -1 : a.deadline > b.deadline ? 1 : a.id < b.id ? -1 : 1),
});

/** Ids of the matters that withhold an item, also a deleted one. */
export const listHolds = async ({ kind, id }: { kind: string; id: string }): Promise<string[]> =>
  (await matters.rows()).filter(({ holdsOn }) => holdsOn === `${kind}/${id}`).map((row) => row.id);

export const listDue = async (): Promise<string[]> =>
  (await matters.rows()).filter(({ isDue }) => isDue).map(({ id }) => id);

/** Counts the matters that wait for admins, or for the staff of a club. */
export async function findWaiting(clubId?: string): Promise<{ total: number; deadline: string | null }> {
  const waiting = (await matters.rows()).filter(
    (row) =>
      (row.state === 'OPEN' || (row.state === 'APPEALED' && clubId === undefined)) &&
      (clubId === undefined || row.clubIds.includes(clubId)),
  );
  return { total: waiting.length, deadline: waiting.map(({ deadline }) => deadline).sort()[0] ?? null };
}

export async function removeExpired(now: number): Promise<void> {
  await attemptEach(
    'an expired matter was not deleted',
    (await matters.rows()).filter((row) => isExpired(row, now)),
    ({ id }) => matters.remove(id),
    ({ id }) => ({ id }),
  );
}

/** Milliseconds for which the hashes of a sender's network and mailbox are kept. */
const originsKeptMs = 7 * 86_400_000;

export async function forgetOrigins(now: number): Promise<void> {
  await attemptEach(
    'the origin of a matter was not deleted',
    (await matters.rows()).filter(
      ({ origins, createdAt }) => origins.length > 0 && Date.parse(createdAt) + originsKeptMs < now,
    ),
    ({ id }) => matters.change(id, ({ origins, ...matter }) => (origins ? matter : undefined)),
    ({ id }) => ({ id }),
  );
}

const findOfUser = async (userId: string) => (await matters.rows()).filter((row) => row.userId === userId);

export const exportMatters = async (userId: string) => matters.items(await findOfUser(userId));

/** Removes the link to a deleted account; the matter itself is kept for its legal retention time. */
export async function detachAccount(userId: string): Promise<void> {
  for (const { id } of await findOfUser(userId))
    await matters.change(id, ({ userId: owner, ...matter }) => (owner ? matter : undefined));
}

/** The token is in emails only: `<id>.<secret>`. */
export function createMatterToken(id: string): { token: string; tokenHash: string } {
  const secret = randomBytes(24).toString('base64url');
  return { token: `${id}.${secret}`, tokenHash: hashToken(secret) };
}

/** The form that was sent has a token as well: `<id>.<attempt>`. */
export const hashAttempt = (attempt: string) => hashToken(attempt);

/** The token of an email proves the writer's mailbox, which is noted. */
export async function findByToken(token: string, now: number): Promise<StoredMatter | undefined> {
  const [id = '', secret = ''] = token.split('.');
  const matter = idPattern.test(id) ? await matters.get(id) : undefined;
  if (!matter) return undefined;
  const claimed = Buffer.from(hashToken(secret));
  const isGiven = (hash: string) => timingSafeEqual(Buffer.from(hash), claimed);
  if (!matter.tokenHashes.some(isGiven)) return matter.attemptHash && isGiven(matter.attemptHash) ? matter : undefined;
  if (matter.provedAt !== undefined) return matter;
  return matters.change(id, (current) => (current.provedAt === undefined ? { ...current, provedAt: now } : undefined));
}
