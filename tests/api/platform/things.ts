/** A collection of things, and the DynamoDB calls that it makes. */
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { vi } from 'vitest';
import type { ListTable } from '../../../functions/platform/lists/list-tables.ts';
// This import sets the environment that the modules below read.
import '../../support/api.ts';

const { Collection } = await import('../../../functions/platform/lists/collection.ts');

export interface Thing {
  id: string;
  version: number;
  title: string;
  count: number;
}

export const options = {
  // The product has no collection over this table.
  table: 'moments' as string as ListTable,
  audit: { kind: 'moments' as const, kept: ['title' as const] },
  compare: (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1),
};

/** One warm Lambda: a collection with its own cache over the same table. */
export const lambda = () =>
  new Collection<Thing, { id: string; title: string }>({ ...options, row: ({ id, title }) => ({ id, title }) });

/** Answers DynamoDB calls until the mock is restored; `send` does what the client would. */
export function interceptCalls(answer: (command: object, send: () => Promise<unknown>) => Promise<unknown>) {
  const real = DynamoDBDocumentClient.prototype.send;
  return vi.spyOn(DynamoDBDocumentClient.prototype, 'send').mockImplementation(function (
    this: DynamoDBDocumentClient,
    command: object,
  ) {
    return answer(command, () => Reflect.apply(real, this, [command]));
  } as unknown as typeof real);
}

/** Records each DynamoDB call from now on, with its start and end. */
export function recordCalls(): () => string[] {
  const seen: string[] = [];
  const spy = interceptCalls(async (command, send) => {
    const name = command.constructor.name.replace('Command', '');
    seen.push(`> ${name}`);
    const answer = await send();
    seen.push(`< ${name}`);
    return answer;
  });
  return () => {
    spy.mockRestore();
    return seen;
  };
}
