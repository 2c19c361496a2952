/** Who has watched what: each user counts once for a recording (row V-COUNT-1). */
import { ConditionFailed, getItem, isNew, type Key, putWrite, tableName, transact } from '../aws/dynamo.ts';

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

const countKey = (item: string): Key => ({ pk: item, sk: 'COUNT' });
