/**
 * Moments, in the table `moments`, under VOD and club, so that a list is one query; a pointer by id serves changes.
 * VOD#{id} / ACTION#{id} marks an action whose moment was created, even if it was deleted since.
 */
import type { Moment } from '../../../shared/contract/moments.ts';
import { type AuditSpec, describeItem, transactAudited } from '../../platform/audit/trail.ts';
import {
  atVersion,
  deleteItem,
  deleteWrite,
  getItem,
  isNew,
  type Key,
  putWrite,
  transact,
  type Write,
} from '../../platform/aws/dynamo.ts';
import { queryAll, queryItems } from '../../platform/aws/dynamo-queries.ts';

type Place = Pick<Moment, 'id' | 'vodId' | 'clubId'>;

export async function createMoment(moment: Moment): Promise<void> {
  await transactAudited(createWrites(moment), describeItem(audit, undefined, moment));
}

const audit = { kind: 'moments', kept: ['vodId', 'clubId', 'timestampMs'] } satisfies AuditSpec<Moment>;

function createWrites(moment: Moment): Write[] {
  const { id, vodId, clubId } = moment;
  return [
    putWrite('moments', { ...moment, ...momentKey(moment) }, isNew),
    putWrite('moments', { ...pointerKey(id), id, vodId, clubId }, isNew),
  ];
}

/** The mark of an action that got its moment. */
interface AutomaticMoment extends Place {
  actionId: string;
}

/** @throws ConditionFailed if the action already got its moment. */
export async function createAutomaticMoment(moment: Moment, actionId: string): Promise<void> {
  const { id, vodId, clubId } = moment;
  const mark: AutomaticMoment = { id, vodId, clubId, actionId };
  await transact([...createWrites(moment), putWrite('moments', { ...mark, ...markKey(mark) }, isNew)]);
}

/** @throws ConditionFailed if it was edited or deleted. */
export const shiftAutomaticMoment = (moment: Moment, timestampMs: number): Promise<void> =>
  transact([putWrite('moments', { ...moment, timestampMs, ...momentKey(moment) }, atVersion(1))]);

/**
 * Deletes an unedited automatic moment.
 * @throws ConditionFailed if it was edited or deleted.
 */
export async function deleteAutomaticMoment(mark: AutomaticMoment): Promise<void> {
  await transact([
    deleteWrite('moments', momentKey(mark), atVersion(1)),
    deleteWrite('moments', pointerKey(mark.id)),
    deleteWrite('moments', markKey(mark)),
  ]);
}

export const listAutomaticMoments = (vodId: string): Promise<AutomaticMoment[]> =>
  queryAll<AutomaticMoment>('moments', `VOD#${vodId}`, { prefix: 'ACTION#' });

export async function findMoment(id: string): Promise<Moment | undefined> {
  const place = await getItem<Place>('moments', pointerKey(id));
  return place && getItem<Moment>('moments', momentKey(place));
}

/** @throws ConditionFailed on a concurrent change. */
export async function changeMoment(moment: Moment, edit: Partial<Moment>): Promise<void> {
  const next = { ...moment, ...edit, version: moment.version + 1 };
  await transactAudited(
    [putWrite('moments', { ...next, ...momentKey(moment) }, atVersion(moment.version))],
    describeItem(audit, moment, next),
  );
}

export async function deleteMoment(moment: Moment): Promise<void> {
  await transactAudited(
    [deleteWrite('moments', momentKey(moment)), deleteWrite('moments', pointerKey(moment.id))],
    describeItem(audit, moment, undefined),
  );
}

/** Deletes all moments of a VOD and their marks. Idempotent. */
export async function deleteMoments(vodId: string): Promise<void> {
  for await (const page of queryItems<Key & { id?: string }>('moments', `VOD#${vodId}`)) {
    for (const { pk, sk, id } of page) {
      if (id && sk.startsWith('CLUB#')) await deleteItem('moments', pointerKey(id));
      await deleteItem('moments', { pk, sk });
    }
  }
}

/** Moments of a VOD in order of time, optionally of one club. */
export async function listMoments(vodId: string, clubId?: string): Promise<Moment[]> {
  const prefix = clubId ? `CLUB#${clubId}#` : 'CLUB#';
  const moments = await queryAll<Moment>('moments', `VOD#${vodId}`, { prefix });
  return moments.sort((a, b) => a.timestampMs - b.timestampMs || (a.id < b.id ? -1 : 1));
}

const momentKey = ({ id, vodId, clubId }: Place): Key => ({ pk: `VOD#${vodId}`, sk: `CLUB#${clubId}#${id}` });
const markKey = ({ vodId, actionId }: AutomaticMoment): Key => ({ pk: `VOD#${vodId}`, sk: `ACTION#${actionId}` });
const pointerKey = (id: string): Key => ({ pk: `MOMENT#${id}`, sk: 'POINTER' });
