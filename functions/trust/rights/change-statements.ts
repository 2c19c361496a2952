/** Changes of statements, contracts and documents: each is one transaction with its entry and its domain event. */
import { ulid } from 'ulid';
import { ApiError } from '../../../shared/contract/errors.ts';
import { findSeason, toCompetitionKey } from '../../../shared/domain/competition.ts';
import { cutText } from '../../../shared/domain/cut-text.ts';
import { contractVersion, type Purpose, statementVersion } from '../../../shared/domain/image-rights.ts';
import { clubs, type StoredClub } from '../../league/clubs/store.ts';
import type { Caller } from '../../platform/auth/rules.ts';
import { transact, type Write } from '../../platform/aws/dynamo.ts';
import { refuseFailedCondition } from '../../platform/aws/dynamo-errors.ts';
import { environment } from '../../platform/aws/environment.ts';
import { deletePrefix, presignRead, writeObject } from '../../platform/aws/storage.ts';
import { domainEventWrite } from '../../platform/events/domain-events.ts';
import type { FormFile } from '../../platform/http/request.ts';
import { editItem } from '../../platform/lists/require-item.ts';
import { attemptEach } from '../../platform/observability/attempt-each.ts';
import { isExpired } from './rules.ts';
import {
  type CompetitionRights,
  imageRights,
  permissionKey,
  putEntry,
  type RightsEntry,
  type StoredRights,
  type TeamRights,
  teamKey,
  toRightsId,
} from './store.ts';

interface By {
  user: Caller['user'];
  now: number;
}

type About<Rights extends StoredRights> = Pick<Rights, 'kind'> &
  Omit<Rights, keyof StoredRights> &
  Pick<Rights, 'sport' | 'season'>;

interface Stated {
  purposes: Purpose[];
  textVersion: string;
  version: number | undefined;
}

/** @throws ApiError if the accepted text is not the current one, or the statement has changed since. */
export function saveTeamStatement(about: About<TeamRights>, stated: Stated, by: By): Promise<StoredRights> {
  if (stated.textVersion !== statementVersion) throw new ApiError('RGT4000');
  return saveStatement(toRightsId(teamKey(about.clubId, about)), about, stated, by);
}

export function savePermission(
  about: About<CompetitionRights>,
  stated: Omit<Stated, 'textVersion'>,
  by: By,
): Promise<StoredRights> {
  const key = toCompetitionKey({ sport: about.sport, competition: about.name });
  if (!key) throw new ApiError('COM4040');
  return saveStatement(toRightsId(permissionKey(key, about.season)), about, { ...stated, textVersion: '' }, by);
}

async function saveStatement(
  id: string,
  about: About<TeamRights> | About<CompetitionRights>,
  { version, ...stated }: Stated,
  { user, now }: By,
): Promise<StoredRights> {
  const entry: RightsEntry = { ...toAuthor(user, now), what: 'STATEMENT', ...stated };
  const next = (before: StoredRights | undefined) => ({
    ...(before ?? { id, version: 0, document: null }),
    ...about,
    ...stated,
    statedAt: entry.at,
    statedBy: entry.by,
    userIds: [...new Set([...(before?.userIds ?? []), user.id])],
  });
  const also = entryWrites(id, entry, about.season, now);
  if (!(await imageRights.get(id))) {
    if (version) throw new ApiError('REQ4090');
    return imageRights.create(next(undefined) as StoredRights, also).catch(refuseFailedCondition('REQ4090'));
  }
  const at = { version, missing: 'RGT4040' as const };
  return editItem(
    imageRights,
    id,
    at,
    (current) => next(current) as StoredRights,
    () => also,
  );
}

export const toAuthor = (user: Caller['user'], now: number) => ({
  at: new Date(now).toISOString(),
  userId: user.id,
  by: `${user.name} ${user.surname}`.trim() || user.email,
});

/** An entry of a change, and the change's domain event. `ownerId`: id of the statement or club. */
const entryWrites = (ownerId: string, entry: RightsEntry, season: number, now: number): Write[] => [
  putEntry(ownerId, entry, season, now),
  domainEventWrite('ImageRightsChanged', { statementId: ownerId }, now),
];

/** @throws ApiError unless the version is that of the current text. */
export async function acceptContract(clubId: string, version: string, { user, now }: By): Promise<StoredClub> {
  if (version !== contractVersion) throw new ApiError('RGT4000');
  const author = toAuthor(user, now);
  const entry: RightsEntry = { ...author, what: 'CONTRACT', textVersion: version };
  const changed = await clubs.change(
    clubId,
    (club) => (club.contract?.version === version ? undefined : { ...club, contract: { version, ...author } }),
    () => entryWrites(clubId, entry, findSeason(author.at), now),
  );
  if (!changed) throw new ApiError('CLB4040');
  return changed;
}

/** Stores the signed document of a statement. An earlier one stays under its own key until the statement is deleted. */
export async function keepDocument(statement: StoredRights, file: FormFile, { user, now }: By): Promise<void> {
  if (Buffer.from(file.bytes.subarray(0, 5)).toString('latin1') !== '%PDF-') throw new ApiError('RGT4001');
  const key = `${documentFolder(statement.id)}${ulid(now)}.pdf`;
  const name = cutText(file.name.replace(/[\p{Cc}/\\]/gu, '') || 'documento.pdf', 120);
  await writeObject({ bucket: environment('UPLOADS_BUCKET'), key }, file.bytes, { contentType: 'application/pdf' });
  const author = toAuthor(user, now);
  const document = { key, name, size: file.bytes.length, at: author.at };
  const entry: RightsEntry = { ...author, what: 'DOCUMENT', document: name };
  const changed = await imageRights.change(
    statement.id,
    (current) => ({ ...current, document }),
    () => entryWrites(statement.id, entry, statement.season, now),
  );
  if (!changed) throw new ApiError('RGT4040');
}

export const documentFolder = (id: string) => `rights/${id}/`;

/** Lifetime of a document's presigned URL. */
const readingSeconds = 60;

/** Records the download, then returns the document's URL. */
export async function openDocument(statement: StoredRights, { user, now }: By): Promise<{ url: string; name: string }> {
  const { document } = statement;
  if (!document) throw new ApiError('RGT4041');
  const entry: RightsEntry = { ...toAuthor(user, now), what: 'READING', document: document.name };
  await transact([putEntry(statement.id, entry, statement.season, now)]);
  const address = { bucket: environment('UPLOADS_BUCKET'), key: document.key };
  return { url: await presignRead(address, document.name, readingSeconds), name: document.name };
}

/** Deletes statements whose retention is over (rules.ts), with their documents; audit entries expire by TTL. */
export async function removeExpired(now: number): Promise<void> {
  await attemptEach(
    'an expired statement was not deleted',
    (await imageRights.rows()).filter((row) => isExpired(row, now)),
    async ({ id }) => {
      await deletePrefix(environment('UPLOADS_BUCKET'), documentFolder(id));
      await imageRights.remove(id);
    },
    ({ id }) => ({ statement: id }),
  );
}
