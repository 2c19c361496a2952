/**
 * Codes and members, in the table `rights`, one partition per club. A confirmed member's team is also stored on the
 * user, in the same transaction, so that showing a match needs no other read.
 */
import { randomBytes } from 'node:crypto';
import { ApiError } from '../../../shared/contract/errors.ts';
import type { FamilyState, FamilyTeam } from '../../../shared/contract/families.ts';
import { rightsChangedWrite } from '../../people/accounts/end-rights.ts';
import { getUser, updateUserWrite } from '../../people/accounts/store.ts';
import { describeItem, transactAudited } from '../../platform/audit/trail.ts';
import type { Caller, StoredUser } from '../../platform/auth/rules.ts';
import { userKey as accountKey, hashToken } from '../../platform/auth/sessions.ts';
import {
  atVersion,
  type Condition,
  deleteItem,
  deleteWrite,
  getItem,
  getItems,
  isNew,
  type Key,
  putWrite,
} from '../../platform/aws/dynamo.ts';
import { ConditionFailed, retryWrite } from '../../platform/aws/dynamo-errors.ts';
import { queryAll } from '../../platform/aws/dynamo-queries.ts';
import { hashId } from '../../platform/lists/hashed-id.ts';
import { familyTeamKey } from '../../platform/shown/families.ts';
import { computeExpiry, isProved, mayAskAgain, mayDecide, type StoredMember } from './rules.ts';

export interface StoredCode extends FamilyTeam {
  hash: string;
  createdAt: string;
}

const audit = {
  kind: 'families' as const,
  name: ({ sport, category, season }: FamilyTeam) => `${sport} ${category} ${season}`,
};

/** Creates a team's code, which replaces the previous one. Returns the secret; only its hash is stored. */
export async function replaceCode(team: FamilyTeam, now: number): Promise<string> {
  const secret = randomBytes(18).toString('base64url');
  const code: StoredCode = { ...team, hash: hashToken(secret), createdAt: new Date(now).toISOString() };
  await retryWrite(async () => {
    const before = await getItem<StoredCode>('rights', codeKey(team));
    const isUnchanged: Condition = before
      ? { expression: '#hash = :hash', names: { '#hash': 'hash' }, values: { ':hash': before.hash } }
      : isNew;
    const expires = { expiresAt: computeExpiry(team.season) };
    await transactAudited(
      [
        putWrite('rights', { ...code, ...codeKey(team), ...expires }, isUnchanged),
        putWrite('rights', { ...linkKey(code.hash), clubId: team.clubId, code: codeKey(team).sk, ...expires }, isNew),
        ...(before ? [deleteWrite('rights', linkKey(before.hash))] : []),
      ],
      describeItem({ ...audit, kept: ['createdAt'] }, before && withId(before), withId(code)),
    );
  });
  return secret;
}

const withId = (code: StoredCode) => ({ ...code, id: hashId(familyTeamKey(code)) });

/** @throws ApiError 404 for an unknown or replaced code. */
export async function requireCode(secret: string): Promise<StoredCode> {
  const link = await getItem<{ clubId: string; code: string }>('rights', linkKey(hashToken(secret)));
  const code = link && (await getItem<StoredCode>('rights', { pk: clubPartition(link.clubId), sk: link.code }));
  if (code?.hash !== hashToken(secret)) throw new ApiError('FAM4041');
  return code;
}

/** Stores the caller's request. Idempotent, also for concurrent requests. */
export async function requestMembership(code: StoredCode, { user }: Caller, now: number): Promise<StoredMember> {
  const { clubId, sport, category, season } = code;
  const team = { clubId, sport, category, season };
  const id = toMemberId(team, user.id);
  const before = await findMember(id);
  if (before && !mayAskAgain(before, code.createdAt)) return before;
  const member: StoredMember = {
    ...team,
    id,
    version: (before?.version ?? 0) + 1,
    userId: user.id,
    email: user.email,
    name: `${user.name} ${user.surname}`.trim(),
    state: 'WAITING',
    askedAt: new Date(now).toISOString(),
    decidedAt: null,
    decidedBy: null,
  };
  try {
    await transactAudited(writeMember(member, before), describeItem({ ...audit, kept: ['state'] }, before, member));
    return member;
  } catch (error) {
    const other = error instanceof ConditionFailed ? await findMember(id) : undefined;
    if (!other) throw error;
    return other;
  }
}

/**
 * Confirms, refuses or revokes a member. The user's right changes in the same transaction; its end stops running
 * playback.
 */
export const decideMembership = (id: string, state: FamilyState, by: string, now: number): Promise<StoredMember> =>
  retryWrite(async () => {
    const before = await findMember(id);
    if (!before) throw new ApiError('FAM4040');
    if (before.state === state) return before;
    if (!mayDecide(before.state, state)) throw new ApiError('FAM4090');
    const user = await getUser(before.userId);
    if (!user) throw new ApiError('FAM4040');
    if (state === 'CONFIRMED' && !isProved(user)) throw new ApiError('FAM4092');
    const decided = { state, decidedAt: new Date(now).toISOString(), decidedBy: by };
    const member = { ...before, ...decided, version: before.version + 1 };
    await transactAudited(
      [...writeMember(member, before), ...writeRight(user, member), rightsChangedWrite(user.id, now)],
      describeItem({ ...audit, kept: ['state'] }, before, member),
    );
    return member;
  });

/** Writes the user's teams. A refusal changes no right. */
function writeRight(user: StoredUser, member: StoredMember) {
  if (member.state === 'REFUSED') return [];
  const key = familyTeamKey(member);
  const others = (user.families ?? []).filter((one) => one !== key);
  const families = member.state === 'CONFIRMED' ? [...others, key] : others;
  const isUnchanged: Condition = user.families
    ? { expression: 'families = :families', values: { ':families': user.families } }
    : { expression: 'attribute_not_exists(families)' };
  return [updateUserWrite(user.id, { families }, isUnchanged)];
}

function writeMember(member: StoredMember, before: StoredMember | undefined) {
  const expires = { expiresAt: computeExpiry(member.season) };
  const place = { clubId: member.clubId, member: memberKey(member).sk };
  return [
    putWrite('rights', { ...member, ...memberKey(member), ...expires }, before ? atVersion(before.version) : isNew),
    putWrite('rights', { ...pointerKey(member.id), ...place, ...expires }),
    putWrite('rights', { ...userKey(member.userId, member.id), ...place, ...expires }),
  ];
}

export async function findMember(id: string): Promise<StoredMember | undefined> {
  const place = await getItem<Place>('rights', pointerKey(id));
  return place && readMember(place);
}

interface Place {
  clubId: string;
  member: string;
}

const readMember = ({ clubId, member }: Place) =>
  getItem<StoredMember>('rights', { pk: clubPartition(clubId), sk: member });

export async function listFamilies(clubId: string) {
  const codes: StoredCode[] = [];
  const members: StoredMember[] = [];
  for (const item of await queryAll<Key & (StoredCode | StoredMember)>('rights', clubPartition(clubId)))
    'hash' in item ? codes.push(item) : members.push(item);
  return { codes, members: members.toSorted((a, b) => (a.askedAt < b.askedAt ? 1 : -1)) };
}

/** The teams for which an account has asked. */
export async function listTeamsOfUser(userId: string): Promise<StoredMember[]> {
  const places = await queryAll<Place>('rights', userKey(userId).pk, { prefix: 'FAMILY#' });
  const members = await Promise.all(places.map(readMember));
  return members.filter((member) => member !== undefined);
}

/** Adds whether each waiting person has proved the address that the club reads. */
export async function readProofs(members: readonly StoredMember[]) {
  const waiting = members.filter(({ state }) => state === 'WAITING');
  const users = await getItems(waiting.map(({ userId }) => ({ table: 'users', key: accountKey(userId) })));
  const proved = new Set(
    (users as (StoredUser | undefined)[]).flatMap((user) => (user && isProved(user) ? user.id : [])),
  );
  return members.map((member) => ({ ...member, isProved: member.state !== 'WAITING' || proved.has(member.userId) }));
}

/** Deletes the requests of a deleted account; its right was deleted with the user. */
export async function forgetMember(userId: string): Promise<void> {
  for (const member of await listTeamsOfUser(userId))
    for (const key of listMemberKeys(member)) await deleteItem('rights', key);
}

/** Ends the codes and members of a deleted club; can be repeated after an interruption. */
export async function endFamiliesOfClub(clubId: string, now: number): Promise<void> {
  const { codes, members } = await listFamilies(clubId);
  for (const code of codes) {
    await deleteItem('rights', linkKey(code.hash));
    await deleteItem('rights', codeKey(code));
  }
  for (const member of members) await endMember(member, now);
}

/** Revokes the user's right in the transaction that deletes the member; retries if the user changes meanwhile. */
const endMember = (member: StoredMember, now: number): Promise<void> =>
  retryWrite(async () => {
    const user = await getUser(member.userId);
    const hasRight = user?.families?.includes(familyTeamKey(member));
    const ended = hasRight
      ? [...writeRight(user as StoredUser, { ...member, state: 'REVOKED' }), rightsChangedWrite(member.userId, now)]
      : [];
    await transactAudited(
      [...listMemberKeys(member).map((key) => deleteWrite('rights', key)), ...ended],
      describeItem({ ...audit, kept: ['state'] }, member, undefined),
    );
  });

const listMemberKeys = (member: StoredMember) => [
  memberKey(member),
  pointerKey(member.id),
  userKey(member.userId, member.id),
];

const toMemberId = (team: FamilyTeam, userId: string) => hashId(`${familyTeamKey(team)} ${userId}`);

const clubPartition = (clubId: string) => `FAMILIES#${clubId}`;
const teamPart = ({ sport, category, season }: FamilyTeam) => `${season}#${sport}#${category}`;
const codeKey = (team: FamilyTeam): Key => ({ pk: clubPartition(team.clubId), sk: `CODE#${teamPart(team)}` });
const linkKey = (hash: string): Key => ({ pk: `FAMILYCODE#${hash}`, sk: 'LINK' });
const memberKey = (member: StoredMember): Key => ({
  pk: clubPartition(member.clubId),
  sk: `MEMBER#${teamPart(member)}#${member.userId}`,
});
const pointerKey = (id: string): Key => ({ pk: `FAMILYMEMBER#${id}`, sk: 'POINTER' });
const userKey = (userId: string, id = ''): Key => ({ pk: `USER#${userId}`, sk: `FAMILY#${id}` });
