/**
 * Verifies CloudFront signed URLs with canned and custom policies; SHA-1 unless the URL has `Hash-Algorithm=SHA256`.
 * Signatures are verified once and cached; conditions are checked on every request. Signed cookies are unsupported.
 */
import type { KeyObject } from 'node:crypto';
import { createPublicKey, verify } from 'node:crypto';
import { BlockList, isIPv4 } from 'node:net';
import * as z from 'zod';
import { ServiceError } from '../wire/stand-in.ts';

export interface TrustedKey {
  keyPairId: string;
  publicKeyPem: string;
}

/** Query parameters that CloudFront does not forward to the origin. */
export const signatureParameters = ['Expires', 'Policy', 'Signature', 'Key-Pair-Id', 'Hash-Algorithm'];

const Policy = z.strictObject({
  Statement: z.tuple([
    z.strictObject({
      Resource: z.string(),
      Condition: z.strictObject({
        DateLessThan: z.strictObject({ 'AWS:EpochTime': z.number().int() }),
        DateGreaterThan: z.strictObject({ 'AWS:EpochTime': z.number().int() }).optional(),
        IpAddress: z.strictObject({ 'AWS:SourceIp': z.string() }).optional(),
      }),
    }),
  ]),
});

type Statement = z.infer<typeof Policy>['Statement'][0];

/** Creates a function that throws CloudFront's error as ServiceError unless the request is validly signed. */
export function signatureChecker(trusted: TrustedKey[]) {
  const keys = new Map(trusted.map(({ keyPairId, publicKeyPem }) => [keyPairId, createPublicKey(publicKeyPem)]));
  const verdicts = new Map<string, Statement | undefined>();

  return (url: URL, viewerAddress: string, now = Date.now()): void => {
    const query = url.searchParams;
    const keyPairId = query.get('Key-Pair-Id');
    const signature = query.get('Signature');
    const policy = query.get('Policy');
    const expires = query.get('Expires');
    if (!keyPairId) throw refused('MissingKey', 'Missing Key-Pair-Id query parameter or cookie value');
    if (!signature) throw refused('MissingSignature', 'Missing Signature query parameter or cookie value');
    if (!policy && !expires) throw refused('MissingPolicy', 'Missing Policy query parameter or cookie value');
    const key = keys.get(keyPairId);
    if (!key) throw refused('InvalidKey', 'Unknown Key');
    const hash = query.get('Hash-Algorithm') === 'SHA256' ? 'sha256' : 'sha1';

    const resource = unsignedUrl(url);
    const text = policy ? fromUrlSafe(policy).toString('utf8') : cannedPolicy(resource, Number(expires));
    const id = [keyPairId, hash, signature, text].join('\n');
    if (!verdicts.has(id)) {
      // Bounded, evicting the oldest: a flood of invalid signatures must not exhaust memory.
      if (verdicts.size >= 2000) verdicts.delete(verdicts.keys().next().value ?? '');
      verdicts.set(id, isSigned(text, signature, key, hash) ? statementOf(text) : undefined);
    }
    const statement = verdicts.get(id);
    if (!statement) throw refused();
    const { DateLessThan, DateGreaterThan, IpAddress } = statement.Condition;
    if (now / 1000 >= DateLessThan['AWS:EpochTime']) throw refused();
    if (DateGreaterThan && now / 1000 <= DateGreaterThan['AWS:EpochTime']) throw refused();
    if (IpAddress && !inNetwork(viewerAddress, IpAddress['AWS:SourceIp'])) throw refused();
    if (!matchesWildcard(statement.Resource, resource)) throw refused();
  };
}

/** `*` matches any characters including `/`, `?` exactly one. No regular expression: patterns come from signed URLs. */
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

const refused = (code = 'AccessDenied', message = 'Access denied') => new ServiceError(code, message, 403);

const cannedPolicy = (resource: string, expires: number) =>
  JSON.stringify({ Statement: [{ Resource: resource, Condition: { DateLessThan: { 'AWS:EpochTime': expires } } }] });

function unsignedUrl(url: URL): string {
  const kept = url.search
    .slice(1)
    .split('&')
    .filter((part) => part && !signatureParameters.includes(part.split('=', 1)[0] ?? ''));
  return `${url.origin}${url.pathname}${kept.length > 0 ? `?${kept.join('&')}` : ''}`;
}

const fromUrlSafe = (text: string) =>
  Buffer.from(text.replaceAll('-', '+').replaceAll('_', '=').replaceAll('~', '/'), 'base64');

function isSigned(text: string, signature: string, key: KeyObject, hash: string): boolean {
  try {
    return verify(hash, Buffer.from(text), { key, dsaEncoding: 'der' }, fromUrlSafe(signature));
  } catch {
    return false;
  }
}

function statementOf(text: string): Statement {
  try {
    return Policy.parse(JSON.parse(text)).Statement[0];
  } catch {
    throw refused('MalformedPolicy', 'Malformed Policy');
  }
}

function inNetwork(address: string, network: string): boolean {
  const plain = address.replace(/^::ffff:/, '');
  const [base = '', bits = '32'] = network.split('/');
  if (!isIPv4(base) || !isIPv4(plain)) return false;
  const list = new BlockList();
  list.addSubnet(base, Number(bits), 'ipv4');
  return list.check(plain);
}
