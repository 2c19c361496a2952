/**
 * AWS JSON 1.1 protocol of the emulators. Signatures are not checked; unknown operations are logged and answered with
 * an error.
 */
import { randomUUID } from 'node:crypto';
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
  return {
    answer: async (input) => {
      const parsed = schema.safeParse(input);
      if (parsed.success) return run(parsed.data);
      throw new ServiceError('InvalidParameterException', z.prettifyError(parsed.error));
    },
  };
}

export interface JsonService {
  /** Prefix of log messages, for example `cognito`. */
  name: string;
  /** Part of `x-amz-target` before the dot. */
  target: string;
  operations: Record<string, Operation>;
  port?: number;
}

export function startJsonService({ name, target, operations, port }: JsonService): Promise<Emulator> {
  return listen(async (request, response) => {
    const header = String(request.headers['x-amz-target'] ?? '');
    const respond = (status: number, body: object, headers = {}) =>
      response
        .writeHead(status, {
          'content-type': 'application/x-amz-json-1.1',
          'x-amzn-requestid': randomUUID(),
          ...headers,
        })
        .end(JSON.stringify(body));
    try {
      const [prefix, call = ''] = header.split('.');
      const matched = prefix === target && Object.hasOwn(operations, call) ? operations[call] : undefined;
      const input = parse(await readBody(request, 8 * 1024 ** 2));
      if (!matched) throw new ServiceError('UnknownOperationException', `The local ${name} does not support ${header}`);
      respond(200, await matched.answer(input));
    } catch (error) {
      const serviceError = error instanceof ServiceError ? error : undefined;
      const isLogged =
        !serviceError || ['UnknownOperationException', 'InvalidParameterException'].includes(serviceError.code);
      if (isLogged) console.error(`[${name}] ${header}:`, serviceError ? serviceError.message : error);
      const { code, message, status } =
        serviceError ?? new ServiceError('InternalErrorException', 'Internal error', 500);
      respond(status, { __type: code, message }, { 'x-amzn-errortype': code });
    }
  }, port);
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString() || '{}');
  } catch {
    throw new ServiceError('SerializationException', 'The body is not JSON');
  }
}
