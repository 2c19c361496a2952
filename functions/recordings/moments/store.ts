/**
 * Moments, in the table `moments`: under their VOD and club, so that a list is one query; a pointer by id finds one for
 * a change.
 */
import type { Moment } from '../../../shared/recordings/moments.ts';
import {
  atVersion,
  deleteWrite,
  getItem,
  isNew,
  type Key,
  putItem,
  putWrite,
  queryItems,
  transact,
} from '../../platform/aws/dynamo.ts';

type Place = Pick<Moment, 'id' | 'vodId' | 'clubId'>;

export async function createMoment(moment: Moment): Promise<void> {
  const { id, vodId, clubId } = moment;
  await transact([
    putWrite('moments', { ...moment, ...momentKey(moment) }, isNew),
    putWrite('moments', { ...pointerKey(id), id, vodId, clubId }, isNew),
  ]);
}

export async function findMoment(id: string): Promise<Moment | undefined> {
  const place = await getItem<Place>('moments', pointerKey(id));
  return place && getItem<Moment>('moments', momentKey(place));
}

/** Throws ConditionFailed when somebody else was faster. */
export async function changeMoment(moment: Moment, edit: Partial<Moment>): Promise<void> {
  const next = { ...moment, ...edit, version: moment.version + 1 };
  await putItem('moments', { ...next, ...momentKey(moment) }, atVersion(moment.version));
}

export async function deleteMoment(moment: Moment): Promise<void> {
  await transact([deleteWrite('moments', momentKey(moment)), deleteWrite('moments', pointerKey(moment.id))]);
}

/** Moments of a VOD in order of time; of one club when given. */
export async function momentsOf(vodId: string, clubId?: string): Promise<Moment[]> {
  const moments: Moment[] = [];
  const range = clubId ? { prefix: `CLUB#${clubId}#` } : { prefix: 'CLUB#' };
  for await (const page of queryItems<Moment>('moments', `VOD#${vodId}`, range)) moments.push(...page);
  return moments.sort((a, b) => a.timestampMs - b.timestampMs || (a.id < b.id ? -1 : 1));
}

const momentKey = ({ id, vodId, clubId }: Place): Key => ({ pk: `VOD#${vodId}`, sk: `CLUB#${clubId}#${id}` });
const pointerKey = (id: string): Key => ({ pk: `MOMENT#${id}`, sk: 'POINTER' });
