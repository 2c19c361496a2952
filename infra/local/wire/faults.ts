/**
 * Fault injection: with `FAULTS=throttle:0.3,conflict:0.1,lost:0.02,latency:20,seed:1` calls to an emulator are throttled,
 * conflict with another transaction (DynamoDB), lose their answer after the work was done, or wait up to `latency` ms.
 * The same seed gives the same sequence. Answers of SES and of logins are never lost: their calls have no idempotency token.
 */
import { request as forward, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { listen, readBody, type StandIn } from './stand-in.ts';

export interface Faults {
  throttle: number;
  conflict: number;
  lost: number;
  latency: number;
  seed: number;
}

/** Parses `FAULTS`; undefined where it is not set. */
export function readFaults(text = process.env.FAULTS): Faults | undefined {
  if (!text) return undefined;
  const faults: Faults = { throttle: 0, conflict: 0, lost: 0, latency: 0, seed: 1 };
  for (const part of text.split(',')) {
    const [name = '', value = ''] = part.trim().split(':');
    if (!Object.hasOwn(faults, name) || !/^\d+(\.\d+)?$/.test(value)) throw new Error(`FAULTS: invalid entry: ${part}`);
    faults[name as keyof Faults] = Number(value);
  }
  return faults;
}

export type FaultyService = keyof typeof throttled;

/** Starts a proxy in front of an emulator that makes some of its calls fail. */
export function startFaulty(service: FaultyService, { url }: { url: string }, faults: Faults): Promise<StandIn> {
  const chance = chances(`${faults.seed} ${service}`);
  // The local DynamoDB ignores `ClientRequestToken`: a transaction whose answer was lost must not run twice.
  const transacted = new Set<string>();
  return listen(async (request, response) => {
    try {
      const [throttles, conflicts, loses, wait] = [chance(), chance(), chance(), chance()];
      if (faults.latency > 0) await sleep(wait * faults.latency);
      // Browsers retry presigned requests themselves, without the SDK's rules: never failed here.
      if (request.method === 'OPTIONS' || isPresigned(request)) return void (await pass(url, request, response));
      const isLost = loses < faults.lost && service !== 'SESV2' && callOf(request) !== 'AdminInitiateAuth';
      if (service === 'S3') {
        if (throttles < faults.throttle) return refuse(response, throttled.S3());
        return void (await pass(url, request, response, { isLost }));
      }
      const body = await readBody(request);
      if (throttles < faults.throttle) return refuse(response, partial(request, body, wait) ?? throttled[service]());
      const conflict = conflicts < faults.conflict && service === 'DYNAMODB' ? conflictOf(request, body) : undefined;
      if (conflict) return refuse(response, conflict);
      const token = callOf(request) === 'TransactWriteItems' ? tokenOf(body) : undefined;
      if (token && transacted.has(token)) return refuse(response, done);
      const status = await pass(url, request, response, { body, isLost });
      if (token && isLost && status === 200) transacted.add(token);
    } catch {
      response.destroy();
    }
  });
}

const isPresigned = ({ url = '' }: IncomingMessage) => url.includes('X-Amz-Signature=');

interface Failure {
  status: number;
  type: string;
  headers?: Record<string, string>;
  body: string;
}

const json = (status: number, type: string, code: string, message: string): Failure => ({
  status,
  type,
  headers: { 'x-amzn-errortype': code.replace(/^.*#/, '') },
  body: JSON.stringify({ __type: code, message, Message: message }),
});

const jsonRpc = (code: string, message = 'Rate exceeded') => json(400, 'application/x-amz-json-1.1', code, message);
const rest = (code: string) => json(429, 'application/json', code, 'Too Many Requests');
const dynamo = (code: string, message: string) =>
  json(400, 'application/x-amz-json-1.0', `com.amazonaws.dynamodb.v20120810#${code}`, message);

const tokenOf = (body: Buffer) => JSON.parse(body.toString()).ClientRequestToken as string | undefined;
const done: Failure = { status: 200, type: 'application/x-amz-json-1.0', body: '{}' };

/** The throttling error of each service. */
const throttled = {
  DYNAMODB: () => dynamo('ProvisionedThroughputExceededException', 'The level of configured throughput was exceeded'),
  S3: (): Failure => ({
    status: 503,
    type: 'application/xml',
    body: '<?xml version="1.0" encoding="UTF-8"?><Error><Code>SlowDown</Code><Message>Please reduce your request rate.</Message></Error>',
  }),
  COGNITO_IDENTITY_PROVIDER: () => jsonRpc('TooManyRequestsException'),
  SECRETS_MANAGER: () => jsonRpc('ThrottlingException'),
  EVENTBRIDGE: () => jsonRpc('ThrottlingException'),
  SQS: () => jsonRpc('ThrottlingException'),
  SESV2: () => rest('TooManyRequestsException'),
  MEDIACONVERT: () => rest('TooManyRequestsException'),
  IVS: () => rest('ThrottlingException'),
  CLOUDWATCH: () => json(400, 'application/x-amz-json-1.0', 'ThrottlingException', 'Rate exceeded'),
  // https://docs.stripe.com/rate-limits
  STRIPE: (): Failure => ({
    status: 429,
    type: 'application/json',
    headers: { 'stripe-rate-limited-reason': 'global-rate' },
    body: JSON.stringify({
      error: { type: 'invalid_request_error', code: 'rate_limit', message: 'Request rate limit exceeded.' },
    }),
  }),
};

/** Batch calls may answer 200 and list unprocessed entries, which the SDK does not retry. */
function partial(request: IncomingMessage, body: Buffer, chance: number): Failure | undefined {
  if (chance < 0.5) return undefined;
  const ok = (answer: object): Failure => ({
    status: 200,
    type: String(request.headers['content-type']),
    body: JSON.stringify(answer),
  });
  switch (callOf(request)) {
    case 'BatchGetItem':
      return ok({ Responses: {}, UnprocessedKeys: JSON.parse(body.toString()).RequestItems });
    case 'PutEvents': {
      const entries: unknown[] = JSON.parse(body.toString()).Entries;
      const failed = { ErrorCode: 'ThrottlingException', ErrorMessage: 'Rate exceeded' };
      return ok({ FailedEntryCount: entries.length, Entries: entries.map(() => failed) });
    }
    default:
      return undefined;
  }
}

function conflictOf(request: IncomingMessage, body: Buffer): Failure | undefined {
  switch (callOf(request)) {
    case 'TransactWriteItems': {
      const writes: unknown[] = JSON.parse(body.toString()).TransactItems;
      const reasons = writes.map((_, index) =>
        index === 0
          ? { Code: 'TransactionConflict', Message: 'Transaction is ongoing for the item' }
          : { Code: 'None' },
      );
      const listed = reasons.map(({ Code }) => Code).join(', ');
      const message = `Transaction cancelled, please refer cancellation reasons for specific reasons [${listed}]`;
      const failure = dynamo('TransactionCanceledException', message);
      return { ...failure, body: JSON.stringify({ ...JSON.parse(failure.body), CancellationReasons: reasons }) };
    }
    case 'PutItem':
    case 'UpdateItem':
    case 'DeleteItem':
      return dynamo('TransactionConflictException', 'Transaction is ongoing for the item');
    default:
      return undefined;
  }
}

/** The operation's name in the JSON protocols. */
const callOf = ({ headers }: IncomingMessage) => String(headers['x-amz-target'] ?? '').replace(/^.*\./, '');

function refuse(response: ServerResponse, { status, type, headers, body }: Failure): void {
  // Drains the request body: the client reads the answer only after it has sent everything.
  response.req.resume();
  response.writeHead(status, { 'content-type': type, ...headers, 'content-length': Buffer.byteLength(body) }).end(body);
}

/** Forwards the call unchanged and resolves to the status; `isLost` cuts the connection after the work was done. */
function pass(
  target: string,
  request: IncomingMessage,
  response: ServerResponse,
  { body, isLost = false }: { body?: Buffer; isLost?: boolean } = {},
): Promise<number> {
  return new Promise((resolve, reject) => {
    const onward = forward(target + (request.url ?? '/'), { method: request.method, headers: request.headers });
    onward.on('response', (answer) => {
      const status = answer.statusCode ?? 502;
      answer.on('error', reject).on('end', () => {
        resolve(status);
        // Deferred, so that the caller has recorded the success before the client can retry.
        if (isLost) setImmediate(() => response.destroy());
      });
      if (isLost) return void answer.resume();
      response.writeHead(status, answer.rawHeaders);
      answer.pipe(response);
    });
    onward.on('error', reject);
    response.on('close', () => onward.destroy());
    if (body) onward.end(body);
    else request.pipe(onward);
  });
}

/** Seeded pseudo-random numbers between 0 and 1 (mulberry32). */
function chances(seed: string): () => number {
  let state = [...seed].reduce((sum, letter) => Math.imul(sum ^ letter.charCodeAt(0), 0x01000193), 0x811c9dc5);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 4_294_967_296;
  };
}
