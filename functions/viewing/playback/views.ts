/** Who has watched what: each user counts once for a recording (row V-COUNT-1), and once for each part of it. */
import { audienceParts } from '../../../shared/limits.ts';
import {
  ConditionFailed,
  getItem,
  isNew,
  type Key,
  putWrite,
  tableName,
  transact,
  updateItem,
} from '../../platform/aws/dynamo.ts';

/** Counts a user's first view of an item (`vods/{id}`); a second one changes nothing. */
export async function countView(item: string, userId: string, now: number): Promise<void> {
  try {
    await transact([
      putWrite('views', { pk: item, sk: `USER#${userId}`, firstAt: new Date(now).toISOString() }, isNew),
      {
        Update: {
          TableName: tableName('views'),
          Key: countKey(item),
          UpdateExpression: 'ADD viewers :one',
          ExpressionAttributeValues: { ':one': 1 },
        },
      },
    ]);
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
  }
}

export async function uniqueViewers(item: string): Promise<number> {
  return (await getItem<{ viewers: number }>('views', countKey(item), false))?.viewers ?? 0;
}

/** Counts a start of playing, whoever it is. */
export async function countPlay(item: string): Promise<void> {
  const expression = 'ADD plays :one';
  await updateItem('views', audienceKey(item), { expression, values: { ':one': 1 } });
}

/** Counts one more viewer of some parts of a recording. */
export async function countParts(item: string, parts: readonly number[]): Promise<void> {
  const expression = `ADD ${parts.map((part) => `part${part} :one`).join(', ')}`;
  await updateItem('views', audienceKey(item), { expression, values: { ':one': 1 } });
}

/** Starts of playing, and the viewers of each part. Apart from the count of viewers, whose transactions would collide. */
export async function audienceOf(item: string): Promise<{ plays: number; parts: number[] }> {
  const counted = await getItem<Record<string, number>>('views', audienceKey(item), false);
  const parts = Array.from({ length: audienceParts }, (_, part) => counted?.[`part${part}`] ?? 0);
  return { plays: counted?.plays ?? 0, parts };
}

const audienceKey = (item: string): Key => ({ pk: item, sk: 'AUDIENCE' });
const countKey = (item: string): Key => ({ pk: item, sk: 'COUNT' });
