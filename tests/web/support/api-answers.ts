/**
 * Answers of the API in web tests, checked against the contract: an answer that the server could never send fails the
 * test. Answers outside the contract go through `rawAnswer` and `networkFailure`.
 */
import { listErrorCodes } from '../../../functions/platform/reference/error-codes.ts';
import { type Contract, type ContractKey, contract } from '../../../shared/contract/contract.ts';
import { type DataInput, type Endpoint, type EndpointExtra, splitKey } from '../../../shared/contract/endpoint.ts';
import { type ErrorCode, errors } from '../../../shared/contract/errors.ts';

/** An answer of an intermediary before the handler: a proxy, API Gateway, a captive portal. */
export class RawAnswer {
  readonly status: number;
  readonly body: string | object | null;
  readonly headers: Record<string, string>;

  constructor(status: number, body: string | object | null, headers: Record<string, string>) {
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}

/** Answers outside the contract, unchecked: without a body, as HTML, or with foreign JSON. */
export const rawAnswer = (
  status: number,
  body: string | object | null = null,
  headers: Record<string, string> = {},
): RawAnswer => new RawAnswer(status, body, headers);

/** The request never reaches the API. */
export const networkFailure = (): never => {
  throw new TypeError('Failed to fetch');
};

/** Result of a handler: the schemas' input, before defaults. */
export type SuccessAnswer<Key extends ContractKey> = {
  message?: string;
  headers?: Record<string, string>;
} & (DataInput<Contract[Key]> extends undefined ? { data?: undefined } : { data: DataInput<Contract[Key]> }) &
  Partial<EndpointExtra<Contract[Key]>>;

export interface ErrorAnswer {
  status: number;
  code: ErrorCode;
  message: string;
  headers?: Record<string, string>;
}

/** The API's answer to an error, with the status and the text of its code. */
export const errorAnswer = (code: ErrorCode, message: string = errors[code].message): ErrorAnswer => ({
  status: errors[code].status,
  code,
  message,
});

/** Returns the endpoint that answers a method and a path: `'GET /clubs/{id}'` for `'GET /clubs/01J…'`. */
export function findEndpointKey(key: string): ContractKey {
  const found = findRoute(key);
  if (!found) throw new Error(`${key}: the contract has no such endpoint`);
  return found.key;
}

export function findRoute(key: string) {
  const { method, path } = splitKey(key);
  return routes.find((route) => route.method === method && route.pattern.test(path));
}

const routes = (Object.keys(contract) as ContractKey[])
  .map((key) => {
    const { method, path } = splitKey(key);
    return { key, method, pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`), fixed: !path.includes('{') };
  })
  // A fixed path wins over one with parameters.
  .toSorted((a, b) => Number(b.fixed) - Number(a.fixed));

/**
 * Turns a declared answer into the response that the server would send.
 * @throws if the server could never send it, naming the endpoint and the fields.
 */
export function toResponse(key: string, answer: object): Response {
  if (answer instanceof RawAnswer) return toRawResponse(answer);
  const endpointKey = findEndpointKey(key);
  const endpoint: Endpoint = contract[endpointKey];
  const { headers = {}, status: declared, ...members } = answer as Declared;
  const json = JSON.parse(JSON.stringify(members)) as Record<string, unknown>;
  const isError = (declared ?? 200) >= 400;
  const { problems, body } = isError
    ? checkError(endpointKey, endpoint, declared, json)
    : checkSuccess(endpoint, declared, json);
  if (problems.length > 0) throw new Error(`${endpointKey} can never return this answer:\n- ${problems.join('\n- ')}`);
  return Response.json(body, { status: declared ?? endpoint.status ?? 200, headers });
}

interface Declared {
  status?: number;
  headers?: Record<string, string>;
}

const toRawResponse = ({ status, body, headers }: RawAnswer) =>
  body === null || typeof body === 'string'
    ? new Response(body, { status, headers })
    : Response.json(body, { status, headers });

interface Checked {
  problems: string[];
  body: Record<string, unknown>;
}

function checkError(
  key: string,
  endpoint: Endpoint,
  status: number | undefined,
  body: Record<string, unknown>,
): Checked {
  const { code, message, ...rest } = body;
  const problems: string[] = [];
  const codes = [...listErrorCodes(splitKey(key).path, endpoint).values()].flat();
  if (!codes.includes(code as ErrorCode)) problems.push(`code: ${code} is none of ${codes.join(', ')}`);
  else if (errors[code as ErrorCode].status !== status)
    problems.push(`status: ${code} has ${errors[code as ErrorCode].status}, not ${status}`);
  if (typeof message !== 'string' || message === '') problems.push('message: an error always has a text');
  for (const name of Object.keys(rest)) problems.push(`${name}: an error has only code and message`);
  return { problems, body };
}

function checkSuccess(endpoint: Endpoint, status: number | undefined, json: Record<string, unknown>): Checked {
  const { data, message = 'OK', ...extra } = json;
  const expected = endpoint.status ?? 200;
  const problems: string[] = [];
  if (endpoint.produces) problems.push(`the answer is ${endpoint.produces}, not JSON`);
  if (status !== undefined && status !== expected) problems.push(`status: ${expected}, not ${status}`);
  const body: Record<string, unknown> = { message };
  if (endpoint.data) body.data = checkMember(endpoint.data, data, ['data'], problems);
  else if (data !== undefined) problems.push('data: the answer has no such field');
  if (endpoint.extra) Object.assign(body, checkMember(endpoint.extra, extra, [], problems) ?? {});
  else for (const name of Object.keys(extra)) problems.push(`${name}: the answer has no such field`);
  return { problems, body };
}

type Schema = NonNullable<Endpoint['data']>;
type Path = readonly PropertyKey[];

/** Parses as the server does, which fills in defaults and removes fields outside the schema. */
function checkMember(schema: Schema, value: unknown, path: Path, problems: string[]): unknown {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  for (const issue of result.error.issues)
    problems.push(`${[...path, ...issue.path].join('.')}: ${issue.message} (${issue.code})`);
  return undefined;
}
