/** Shared parts of IVS's API calls: context, input validation and pages. */
import type * as z from 'zod';
import { ServiceError } from '../wire/http-server.ts';
import { parseInput } from '../wire/json-service.ts';
import type { IvsState } from './state.ts';

/** Undefined is an answer without content. */
export type Call = (input: unknown) => Promise<object | undefined> | object | undefined;

export interface ControlContext {
  state: IvsState;
  ingestEndpoint: string;
  playbackOrigin: string;
  isLive(channelArn: string): boolean;
}

/** Validates input. @throws ServiceError ValidationException, as IVS does. */
export const parse = <Schema extends z.ZodType>(schema: Schema, input: unknown) =>
  parseInput(schema, input, 'ValidationException');

export function requireResource<T>(value: T | undefined, kind: string, name: string): T {
  if (value === undefined)
    throw new ServiceError('ResourceNotFoundException', `Resource: ${kind} ${name} not found`, 404);
  return value;
}

export function toPage<T>(
  all: T[],
  { maxResults = 100, nextToken }: { maxResults?: number; nextToken?: string },
  name: string,
) {
  const start = Number(nextToken ?? 0) || 0;
  const end = start + maxResults;
  return { [name]: all.slice(start, end), nextToken: end < all.length ? String(end) : undefined };
}
