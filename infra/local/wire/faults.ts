/**
 * Fault injection: with `FAULTS=throttle:0.3,conflict:0.1,lost:0.02,latency:20,events:60,seed:1`, calls to an emulator
 * are throttled, conflict with another transaction (DynamoDB) or conditional write (S3), lose their answer after the
 * work, or wait up to `latency` ms; events about new objects come up to `events` seconds late. The same seed gives the
 * same sequence. SES and logins never lose an answer, because their calls have no idempotency token.
 */
import { request as forward, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Emulator, listen, readBody } from './http-server.ts';

export interface Faults {
  throttle: number;
  conflict: number;
  lost: number;
  latency: number;
  /** Seconds. */
  events: number;
  seed: number;
}

/** Parses `FAULTS`; undefined if it is not set. */
export function readFaults(text = process.env.FAULTS): Faults | undefined {
  if (!text) return undefined;
  const faults: Faults = { throttle: 0, conflict: 0, lost: 0, latency: 0, events: 0, seed: 1 };
  for (const part of text.split(',')) {
    const [name = '', value = ''] = part.trim().split(':');
    if (!Object.hasOwn(faults, name) || !/^\d+(\.\d+)?$/.test(value)) throw new Error(`FAULTS: invalid entry: ${part}`);
    faults[name as keyof Faults] = Number(value);
  }
  return faults;
}

export type FaultyService = keyof typeof throttlingErrors;

/** Starts a proxy in front of an emulator, which makes some of the calls fail. */
export function startFaultProxy(service: FaultyService, { url }: { url: string }, faults: Faults): Promise<Emulator> {
  const nextRandom = createRandom(`${faults.seed} ${service}`);
  // The local DynamoDB ignores `ClientRequestToken`: the proxy must not repeat a transaction whose answer was lost.
  const committedTokens = new Set<string>();
  return listen(async (request, response) => {
    try {
      const [throttleChance, conflictChance, lossChance, latencyChance] = [
        nextRandom(),
        nextRandom(),
        nextRandom(),
        nextRandom(),
      ];
      if (faults.latency > 0) await sleep(latencyChance * faults.latency);
      // Browsers repeat presigned requests without the SDK's rules: only conditional ones, which are repeated, fail here.
      const isConditional = request.headers['if-none-match'] !== undefined;
      if (request.method === 'OPTIONS' || (isPresigned(request) && !isConditional))
        return void (await forwardCall(url, request, response));
      const isLost =
        lossChance < faults.lost && service !== 'SESV2' && readOperationName(request) !== 'AdminInitiateAuth';
      if (service === 'S3') {
        if (throttleChance < faults.throttle) return sendFailure(response, throttlingErrors.S3());
        if (isConditional && conflictChance < faults.conflict) return sendFailure(response, conflictingWrite);
        return void (await forwardCall(url, request, response, { isLost }));
      }
      const body = await readBody(request);
      if (throttleChance < faults.throttle)
        return sendFailure(response, createPartialFailure(request, body, latencyChance) ?? throttlingErrors[service]());
      const conflict =
        conflictChance < faults.conflict && service === 'DYNAMODB' ? createConflict(request, body) : undefined;
      if (conflict) return sendFailure(response, conflict);
      const token = readOperationName(request) === 'TransactWriteItems' ? readRequestToken(body) : undefined;
      if (token && committedTokens.has(token)) return sendFailure(response, emptySuccess);
      const status = await forwardCall(url, request, response, { body, isLost });
      if (token && isLost && status === 200) committedTokens.add(token);
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

const jsonFailure = (status: number, type: string, code: string, message: string): Failure => ({
  status,
  type,
  headers: { 'x-amzn-errortype': code.replace(/^.*#/, '') },
  body: JSON.stringify({ __type: code, message, Message: message }),
});

const jsonRpcThrottling = (code: string) => jsonFailure(400, 'application/x-amz-json-1.1', code, 'Rate exceeded');
const restThrottling = (code: string) => jsonFailure(429, 'application/json', code, 'Too Many Requests');
const dynamoFailure = (code: string, message: string) =>
  jsonFailure(400, 'application/x-amz-json-1.0', `com.amazonaws.dynamodb.v20120810#${code}`, message);

const readRequestToken = (body: Buffer) => JSON.parse(body.toString()).ClientRequestToken as string | undefined;
const emptySuccess: Failure = { status: 200, type: 'application/x-amz-json-1.0', body: '{}' };

const s3Failure = (status: number, code: string, message: string): Failure => ({
  status,
  type: 'application/xml',
  body: `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${message}</Message></Error>`,
});

const conflictingWrite = s3Failure(
  409,
  'ConditionalRequestConflict',
  'The conditional request cannot succeed due to a conflicting operation against this resource.',
);

const throttlingErrors = {
  DYNAMODB: () =>
    dynamoFailure('ProvisionedThroughputExceededException', 'The level of configured throughput was exceeded'),
  S3: () => s3Failure(503, 'SlowDown', 'Please reduce your request rate.'),
  COGNITO_IDENTITY_PROVIDER: () => jsonRpcThrottling('TooManyRequestsException'),
  SECRETS_MANAGER: () => jsonRpcThrottling('ThrottlingException'),
  EVENTBRIDGE: () => jsonRpcThrottling('ThrottlingException'),
  SQS: () => jsonRpcThrottling('ThrottlingException'),
  SESV2: () => restThrottling('TooManyRequestsException'),
  MEDIACONVERT: () => restThrottling('TooManyRequestsException'),
  IVS: () => restThrottling('ThrottlingException'),
  CLOUDFRONT_KEYVALUESTORE: () => restThrottling('ThrottlingException'),
  CLOUDWATCH: () => jsonFailure(400, 'application/x-amz-json-1.0', 'ThrottlingException', 'Rate exceeded'),
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

/** A batch call may answer 200 and list unprocessed entries, which the SDK does not repeat. */
function createPartialFailure(request: IncomingMessage, body: Buffer, chance: number): Failure | undefined {
  if (chance < 0.5) return undefined;
  const ok = (answer: object): Failure => ({
    status: 200,
    type: String(request.headers['content-type']),
    body: JSON.stringify(answer),
  });
  switch (readOperationName(request)) {
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

function createConflict(request: IncomingMessage, body: Buffer): Failure | undefined {
  switch (readOperationName(request)) {
    case 'TransactWriteItems': {
      const writes: unknown[] = JSON.parse(body.toString()).TransactItems;
      const reasons = writes.map((_, index) =>
        index === 0
          ? { Code: 'TransactionConflict', Message: 'Transaction is ongoing for the item' }
          : { Code: 'None' },
      );
      const listed = reasons.map(({ Code }) => Code).join(', ');
      const message = `Transaction cancelled, please refer cancellation reasons for specific reasons [${listed}]`;
      const failure = dynamoFailure('TransactionCanceledException', message);
      return { ...failure, body: JSON.stringify({ ...JSON.parse(failure.body), CancellationReasons: reasons }) };
    }
    case 'PutItem':
    case 'UpdateItem':
    case 'DeleteItem':
      return dynamoFailure('TransactionConflictException', 'Transaction is ongoing for the item');
    default:
      return undefined;
  }
}

const readOperationName = ({ headers }: IncomingMessage) => String(headers['x-amz-target'] ?? '').replace(/^.*\./, '');

function sendFailure(response: ServerResponse, { status, type, headers, body }: Failure): void {
  // Reads the rest of the body, because the client reads the answer only after it has sent everything.
  response.req.resume();
  // As S3 does, so that a page can tell a conflict from a lost network.
  const { origin } = response.req.headers;
  const cors = origin && { 'access-control-allow-origin': origin };
  response
    .writeHead(status, { 'content-type': type, ...headers, ...cors, 'content-length': Buffer.byteLength(body) })
    .end(body);
}

/** Delays events about new objects, which S3 usually delivers within seconds and sometimes within a minute. */
export function delayEvents<Event>(put: (event: Event) => void, { events, seed }: Faults): (event: Event) => void {
  const nextRandom = createRandom(`${seed} events`);
  return (event) => void setTimeout(put, nextRandom() * events * 1000, event).unref();
}

/** Forwards the call and resolves to the status; `isLost` cuts the connection once the work is done. */
function forwardCall(
  target: string,
  request: IncomingMessage,
  response: ServerResponse,
  { body, isLost = false }: { body?: Buffer; isLost?: boolean } = {},
): Promise<number> {
  return new Promise((resolve, reject) => {
    const forwarded = forward(target + (request.url ?? '/'), { method: request.method, headers: request.headers });
    forwarded.on('response', (answer) => {
      const status = answer.statusCode ?? 502;
      answer.on('error', reject).on('end', () => {
        resolve(status);
        // The cut is deferred, so that the caller has noted the success before the client can repeat the call.
        if (isLost) setImmediate(() => response.destroy());
      });
      if (isLost) return void answer.resume();
      response.writeHead(status, answer.rawHeaders);
      answer.pipe(response);
    });
    forwarded.on('error', reject);
    response.on('close', () => forwarded.destroy());
    if (body) forwarded.end(body);
    else request.pipe(forwarded);
  });
}

/** Creates a source of seeded pseudo-random numbers between 0 and 1 (mulberry32). */
function createRandom(seed: string): () => number {
  let state = [...seed].reduce((sum, letter) => Math.imul(sum ^ letter.charCodeAt(0), 0x01000193), 0x811c9dc5);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 4_294_967_296;
  };
}
