/**
 * Verifies Signature Version 4 in the Authorization header or in a presigned URL. Unsupported: SigV4A and chunk
 * signatures (STREAMING-AWS4-…). https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-authenticating-requests.html
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { ServiceError } from '../wire/http-server.ts';

export interface Credentials {
  accessKeyId: string;
  secretAccessKey: string;
}

export interface VerifiedSignature {
  presigned: boolean;
  /** In lower case. */
  signedHeaders: string[];
  /** SHA-256 of the body in hex, as the signer claims, or one of the UNSIGNED markers. */
  payloadHash: string;
}

const algorithm = 'AWS4-HMAC-SHA256';
const maxExpirySeconds = 604_800;
const maxClockSkewMs = 15 * 60_000;

export function verifySignature(
  request: IncomingMessage,
  { path, query }: { path: string; query: [string, string][] },
  credentials: Credentials,
): VerifiedSignature {
  const claim = readClaim(request, query);
  const [accessKeyId, date, region, service, terminator] = claim.credential.split('/');
  if (accessKeyId !== credentials.accessKeyId)
    throw new ServiceError('InvalidAccessKeyId', 'The AWS Access Key Id you provided does not exist.', 403);
  if (service !== 's3' || terminator !== 'aws4_request' || !claim.time.startsWith(date ?? '-'))
    throw new ServiceError('AuthorizationHeaderMalformed', 'The credential scope is not valid for an S3 request.');
  checkTime(claim);
  const signedHeaders = claim.signedHeaders.split(';');
  const unsigned = Object.keys(request.headers).find(
    (name) => name.startsWith('x-amz-') && !signedHeaders.includes(name) && name !== 'x-amz-content-sha256',
  );
  if (unsigned || !signedHeaders.includes('host')) {
    throw createAccessDeniedError(
      `There were headers present in the request which were not signed: ${unsigned ?? 'host'}`,
    );
  }
  const canonicalRequest = [
    request.method,
    encodePath(path),
    canonicalQuery(query),
    ...signedHeaders.map((name) => `${name}:${canonicalHeader(request, name)}`),
    '',
    claim.signedHeaders,
    claim.payloadHash,
  ].join('\n');
  const scope = `${date}/${region}/${service}/${terminator}`;
  const toSign = [algorithm, claim.time, scope, createHash('sha256').update(canonicalRequest).digest('hex')].join('\n');
  const key = [date, region, service, terminator].reduce<Buffer | string>(
    (secret, part) => hmac(secret, part ?? ''),
    `AWS4${credentials.secretAccessKey}`,
  );
  const expected = hmac(key, toSign);
  const claimed = Buffer.from(claim.signature, 'hex');
  if (claimed.length !== expected.length || !timingSafeEqual(claimed, expected))
    throw new ServiceError('SignatureDoesNotMatch', 'The signature does not match the calculated one.', 403);
  return { presigned: claim.expires !== undefined, signedHeaders, payloadHash: claim.payloadHash };
}

interface SignatureClaim extends Pick<VerifiedSignature, 'payloadHash'> {
  credential: string;
  signedHeaders: string;
  signature: string;
  /** For example `20260131T120000Z`. */
  time: string;
  /** Seconds; presigned URLs only. */
  expires?: number;
}

function readClaim(request: IncomingMessage, query: [string, string][]): SignatureClaim {
  const inQuery = new Map(query.map(([name, value]) => [name.toLowerCase(), value]));
  const hashHeader = request.headers['x-amz-content-sha256'];
  if (inQuery.has('x-amz-signature')) {
    if (request.headers.authorization) throw new ServiceError('InvalidArgument', 'Only one auth mechanism allowed.');
    const expires = Number(inQuery.get('x-amz-expires') ?? Number.NaN);
    if (inQuery.get('x-amz-algorithm') !== algorithm || !(expires >= 1 && expires <= maxExpirySeconds))
      throw new ServiceError('AuthorizationQueryParametersError', 'X-Amz-Algorithm or X-Amz-Expires is invalid.');
    return {
      credential: inQuery.get('x-amz-credential') ?? '',
      signedHeaders: inQuery.get('x-amz-signedheaders') ?? '',
      signature: inQuery.get('x-amz-signature') ?? '',
      time: inQuery.get('x-amz-date') ?? '',
      expires,
      payloadHash:
        inQuery.get('x-amz-content-sha256') ?? (typeof hashHeader === 'string' ? hashHeader : unsignedPayload),
    };
  }
  const header = request.headers.authorization;
  if (!header) throw createAccessDeniedError('Access Denied');
  if (!header.startsWith(`${algorithm} `))
    throw new ServiceError('InvalidRequest', `The authorization mechanism is not supported. Please use ${algorithm}.`);
  const fields = new Map(
    header
      .slice(algorithm.length + 1)
      .split(',')
      .map((field) => {
        const [name = '', ...value] = field.trim().split('=');
        return [name, value.join('=')];
      }),
  );
  const time = request.headers['x-amz-date'];
  if (typeof time !== 'string' || typeof hashHeader !== 'string')
    throw createAccessDeniedError('AWS authentication requires the headers x-amz-date and x-amz-content-sha256');
  return {
    credential: fields.get('Credential') ?? '',
    signedHeaders: fields.get('SignedHeaders') ?? '',
    signature: fields.get('Signature') ?? '',
    time,
    payloadHash: hashHeader,
  };
}

const unsignedPayload = 'UNSIGNED-PAYLOAD';

function checkTime(claim: SignatureClaim): void {
  const now = Date.now();
  const signedAt = Date.parse(claim.time.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
  if (Number.isNaN(signedAt)) throw createAccessDeniedError('The date of the signature is missing or malformed.');
  if (signedAt - now > maxClockSkewMs || (claim.expires === undefined && now - signedAt > maxClockSkewMs))
    throw new ServiceError('RequestTimeTooSkewed', 'The request time and now differ too much.', 403);
  if (claim.expires !== undefined && now > signedAt + claim.expires * 1000)
    throw createAccessDeniedError('Request has expired');
}

function canonicalQuery(query: [string, string][]): string {
  return query
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => [encodeRfc3986(name), encodeRfc3986(value)] as const)
    .sort(([a, x], [b, y]) => compare(a, b) || compare(x, y))
    .map((pair) => pair.join('='))
    .join('&');
}

function canonicalHeader(request: IncomingMessage, name: string): string {
  const value = request.headers[name];
  return (Array.isArray(value) ? value.join(',') : (value ?? '')).trim().replace(/\s+/g, ' ');
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

const hmac = (key: Buffer | string, data: string) => createHmac('sha256', key).update(data).digest();

const createAccessDeniedError = (message: string) => new ServiceError('AccessDenied', message, 403);

/** S3 signs the decoded path, encoded once, without resolving `..` in it. */
const encodePath = (path: string) => path.split('/').map(encodeRfc3986).join('/');

function encodeRfc3986(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
}
