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

/** A page of a hundred; `nextToken` says where it starts. */
export function toPage<T>(all: T[], name: string, nextToken = '0') {
  const end = Number(nextToken) + 100;
  return { [name]: all.slice(end - 100, end), nextToken: end < all.length ? String(end) : undefined };
}
