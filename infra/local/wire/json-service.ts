/**
 * AWS's JSON protocols of the emulators. Signatures are not checked; unknown operations are logged and answered with an
 * error.
 */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import * as z from 'zod';
import { type Emulator, listen, readBody, ServiceError } from './http-server.ts';

export interface Operation {
  /** @throws ServiceError */
  answer(input: unknown): Promise<object>;
}

/** Defines an operation that validates its input; a strict schema rejects fields that the emulator does not support. */
export function defineOperation<Schema extends z.ZodType>(
  schema: Schema,
  run: (input: z.infer<Schema>) => Promise<object> | object,
): Operation {
  return { answer: async (input) => run(parseInput(schema, input, 'InvalidParameterException')) };
}

export interface JsonService {
  /** Prefix of log messages, for example `cognito`. */
  name: string;
  /** Part of `x-amz-target` before the dot. */
  target: string;
  operations: Record<string, Operation>;
}

/** A service whose calls are named by a header. */
export function startJsonService({ name, target, operations }: JsonService): Promise<Emulator> {
  const isLogged = ({ code }: ServiceError) =>
    ['UnknownOperationException', 'InvalidParameterException'].includes(code);
  const contentType = 'application/x-amz-json-1.1';
  return serve({ name, contentType, isLogged }, ({ headers }, input) => {
    const header = String(headers['x-amz-target'] ?? '');
    const [prefix, call = ''] = header.split('.');
    const matched = prefix === target && Object.hasOwn(operations, call) ? operations[call] : undefined;
    if (!matched) throw createUnknownError(name, header);
    return matched.answer(input);
  });
}

/** A service whose calls are named by method and path. An answer without content is undefined. */
export function startRestService(name: string, answer: Answer, special: Partial<Protocol> = {}): Promise<Emulator> {
  // Missing items are part of normal operation.
  const isLogged = ({ status, code }: ServiceError) => status !== 404 || code === 'UnknownOperationException';
  return serve({ name, contentType: 'application/json', isLogged, ...special }, answer);
}

export const createUnknownError = (name: string, call: string) =>
  new ServiceError('UnknownOperationException', `The local ${name} does not support ${call}`, 404);

/** Validates the input of a call. @throws ServiceError with the service's code */
export function parseInput<Schema extends z.ZodType>(schema: Schema, input: unknown, code: string): z.infer<Schema> {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  throw new ServiceError(code, z.prettifyError(parsed.error));
}

type Answer = (request: IncomingMessage, input: unknown) => Promise<object | undefined> | object | undefined;

interface Protocol {
  name: string;
  contentType: string;
  isLogged(error: ServiceError): boolean;
  /** Headers of each successful answer. */
  toHeaders?(): object;
}

function serve({ name, contentType, isLogged, toHeaders }: Protocol, answer: Answer): Promise<Emulator> {
  return listen(async (request, response) => {
    const respond = (status: number, body: object | undefined, headers = {}) =>
      response
        .writeHead(status, { 'content-type': contentType, 'x-amzn-requestid': randomUUID(), ...headers })
        .end(body && JSON.stringify(body));
    try {
      const input = parse(await readBody(request));
      const body = await answer(request, input);
      respond(body ? 200 : 204, body, toHeaders?.());
    } catch (error) {
      const known = error instanceof ServiceError ? error : undefined;
      const call = request.headers['x-amz-target'] ?? `${request.method} ${request.url}`;
      if (!known || isLogged(known)) console.error(`[${name}] ${call}:`, known ? known.message : error);
      const { code, message, status } = known ?? new ServiceError('InternalErrorException', 'Internal error', 500);
      respond(status, { __type: code, message }, { 'x-amzn-errortype': code });
    }
  });
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString() || '{}');
  } catch {
    throw new ServiceError('SerializationException', 'The body is not JSON');
  }
}
