/**
 * Verifies CloudFront's signed URLs with custom policies; SHA-1 unless the URL has `Hash-Algorithm=SHA256`. A verified
 * signature is cached, its conditions are checked on every request. Unsupported: signed cookies, canned policies, and
 * conditions other than the end.
 */
import type { KeyObject } from 'node:crypto';
import { createPublicKey, verify } from 'node:crypto';
import * as z from 'zod';
import { ServiceError } from '../wire/http-server.ts';

export interface TrustedKey {
  keyPairId: string;
  publicKeyPem: string;
}

/** Query parameters that CloudFront does not forward to the origin. */
export const signatureParameters = ['Policy', 'Signature', 'Key-Pair-Id', 'Hash-Algorithm'];

const Policy = z.strictObject({
  Statement: z.tuple([
    z.strictObject({
      Resource: z.string(),
      Condition: z.strictObject({ DateLessThan: z.strictObject({ 'AWS:EpochTime': z.number().int() }) }),
    }),
  ]),
});

type Statement = z.infer<typeof Policy>['Statement'][0];

/** Creates a function that throws CloudFront's error as ServiceError where the request has no valid signature. */
export function createSignatureVerifier(trusted: TrustedKey[]) {
  const keys = new Map(trusted.map(({ keyPairId, publicKeyPem }) => [keyPairId, createPublicKey(publicKeyPem)]));
  const verifiedStatements = new Map<string, Statement | undefined>();

  return (url: URL): void => {
    const query = url.searchParams;
    const keyPairId = query.get('Key-Pair-Id');
    const signature = query.get('Signature');
    const policy = query.get('Policy');
    if (!keyPairId) throw createDeniedError('MissingKey', 'Missing Key-Pair-Id query parameter or cookie value');
    if (!signature) throw createDeniedError('MissingSignature', 'Missing Signature query parameter or cookie value');
    if (!policy) throw createDeniedError('MissingPolicy', 'Missing Policy query parameter or cookie value');
    const key = keys.get(keyPairId);
    if (!key) throw createDeniedError('InvalidKey', 'Unknown Key');
    const hash = query.get('Hash-Algorithm') === 'SHA256' ? 'sha256' : 'sha1';

    const resource = stripSignature(url);
    const text = decodeUrlSafe(policy).toString('utf8');
    const id = [keyPairId, hash, signature, text].join('\n');
    if (!verifiedStatements.has(id)) {
      // Evicts the oldest, so that a flood of invalid signatures cannot exhaust memory.
      if (verifiedStatements.size >= 2000) verifiedStatements.delete(verifiedStatements.keys().next().value ?? '');
      verifiedStatements.set(id, isSigned(text, signature, key, hash) ? parseStatement(text) : undefined);
    }
    const statement = verifiedStatements.get(id);
    if (!statement) throw createDeniedError();
    if (Date.now() / 1000 >= statement.Condition.DateLessThan['AWS:EpochTime']) throw createDeniedError();
    if (!matchesWildcard(statement.Resource, resource)) throw createDeniedError();
  };
}

/**
 * `*` matches any characters including `/`, `?` exactly one. No regular expression is built, because patterns come from
 * signed URLs.
 */
export function matchesWildcard(pattern: string, text: string): boolean {
  let [p, t, star, mark] = [0, 0, -1, 0];
  while (t < text.length) {
    if (pattern[p] === '*') {
      star = p++;
      mark = t;
    } else if (p < pattern.length && (pattern[p] === '?' || pattern[p] === text[t])) {
      p++;
      t++;
    } else if (star >= 0) {
      p = star + 1;
      t = ++mark;
    } else return false;
  }
  while (pattern[p] === '*') p++;
  return p === pattern.length;
}

const createDeniedError = (code = 'AccessDenied', message = 'Access denied') => new ServiceError(code, message, 403);

function stripSignature(url: URL): string {
  const unsignedParts = url.search
    .slice(1)
    .split('&')
    .filter((part) => part && !signatureParameters.includes(part.split('=', 1)[0] ?? ''));
  return `${url.origin}${url.pathname}${unsignedParts.length > 0 ? `?${unsignedParts.join('&')}` : ''}`;
}

const decodeUrlSafe = (text: string) =>
  Buffer.from(text.replaceAll('-', '+').replaceAll('_', '=').replaceAll('~', '/'), 'base64');

function isSigned(text: string, signature: string, key: KeyObject, hash: string): boolean {
  try {
    return verify(hash, Buffer.from(text), { key, dsaEncoding: 'der' }, decodeUrlSafe(signature));
  } catch {
    return false;
  }
}

function parseStatement(text: string): Statement {
  try {
    return Policy.parse(JSON.parse(text)).Statement[0];
  } catch {
    throw createDeniedError('MalformedPolicy', 'Malformed Policy');
  }
}
