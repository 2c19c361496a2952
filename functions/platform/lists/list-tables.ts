import type { TableName } from '../aws/dynamo-client.ts';

/**
 * Tables with a list. The hourly sweep cuts their logs, and `npm run lists:rebuild` writes their rows again. A
 * `Collection` takes no other table.
 */
export const listTables = [
  'ads',
  'broadcasts',
  'clips',
  'clubs',
  'content',
  'events',
  'matters',
  'rights',
  'staff',
  'vods',
] as const satisfies readonly TableName[];

export type ListTable = (typeof listTables)[number];
