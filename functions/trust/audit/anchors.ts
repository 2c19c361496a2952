/**
 * Anchors of the audit, in a bucket whose lock keeps every version. The key of their signature is a secret of this job
 * alone: a function that can write the audit, or an operator who can write the bucket, cannot sign another history.
 */
import { divide } from '../../../shared/domain/divide.ts';
import { type AuditEntry, type Head, listChains, toSortKey } from '../../platform/audit/rules.ts';
import { readStoredHead } from '../../platform/audit/trail.ts';
import { getItem } from '../../platform/aws/dynamo.ts';
import { queryItems } from '../../platform/aws/dynamo-queries.ts';
import { environment } from '../../platform/aws/environment.ts';
import { readSecret } from '../../platform/aws/secrets.ts';
import { listFirstVersions, listObjects, readObject, writeLockedObject } from '../../platform/aws/storage.ts';
import {
  type Anchor,
  type Break,
  findBreaks,
  findCut,
  findUnanchored,
  isAuthentic,
  listRequiredHeads,
  type SignedAnchor,
  signAnchor,
} from './rules.ts';

/** Writes an anchor; returns the chains that no longer contain what the last one recorded. */
export async function writeAnchor(now: number): Promise<string[]> {
  const key = await readSecret('AUDIT_SECRET_ARN');
  const last = await readLastAnchor(now);
  const heads: Record<string, Head> = {};
  const broken: string[] = [];
  for (const chain of listChains()) {
    const head = await readStoredHead(chain);
    if (head.sequence > 0) heads[chain] = head;
    for (const required of last ? listRequiredHeads(chain, [last], now) : [])
      if (!(await hasEntry(chain, required))) broken.push(chain);
  }
  const at = new Date(now).toISOString();
  await writeLockedObject({ bucket: bucket(), key: `${at}.json` }, JSON.stringify(signAnchor({ at, heads }, key)));
  return broken;
}

async function hasEntry(chain: string, { sequence, hash }: Head): Promise<boolean> {
  const entry = await getItem<AuditEntry>('audit', { pk: chain, sk: toSortKey(sequence) });
  return entry?.hash === hash;
}

/** Looks for the last anchor of these two days, so that the job lists few objects. */
async function readLastAnchor(now: number): Promise<Anchor | undefined> {
  for (const time of [now, now - dayMs]) {
    const last = (await listObjects(bucket(), new Date(time).toISOString().slice(0, 10))).at(-1);
    const body = last && (await readObject({ bucket: bucket(), key: last.key }));
    if (body) return parseAnchor(body);
  }
  return undefined;
}

/**
 * Reads all anchors, oldest first, each in its first version, which a later one or a deletion cannot replace. Keys whose
 * anchor has another signature are returned apart.
 */
export async function readAnchors(): Promise<{ anchors: Anchor[]; forged: string[] }> {
  const key = await readSecret('AUDIT_SECRET_ARN');
  const anchors: Anchor[] = [];
  const forged: string[] = [];
  const versions = await listFirstVersions(bucket());
  for (const some of divide(versions, parallelReads)) {
    const read = some.map(async ({ key: object, versionId }) => {
      const body = await readObject({ bucket: bucket(), key: object, versionId });
      return { object, anchor: body && parseAnchor(body) };
    });
    for (const { object, anchor } of await Promise.all(read)) {
      if (anchor && object === `${anchor.at}.json` && isAuthentic(anchor, key)) anchors.push(anchor);
      else forged.push(object);
    }
  }
  return { anchors, forged };
}

function parseAnchor(body: Uint8Array): SignedAnchor | undefined {
  try {
    const { at, heads, signature } = JSON.parse(Buffer.from(body).toString()) as SignedAnchor;
    return { at: String(at), heads, signature: String(signature) };
  } catch {
    return undefined;
  }
}

const bucket = () => environment('ANCHORS_BUCKET');

const parallelReads = 20;
const dayMs = 86_400_000;

interface Verification {
  entries: number;
  anchors: number;
  breaks: Break[];
}

export async function verifyAudit(now: number): Promise<Verification> {
  const { anchors, forged } = await readAnchors();
  const verification: Verification = {
    entries: 0,
    anchors: anchors.length,
    breaks: forged.map((object) => ({ chain: object, at: '', reason: 'FORGED' })),
  };
  for (const chain of listChains()) {
    const required = listRequiredHeads(chain, anchors, now);
    let before: AuditEntry | undefined;
    for await (const page of queryItems<AuditEntry>('audit', chain)) {
      verification.entries += page.length;
      verification.breaks.push(...findBreaks(page, { before, required, now }));
      before = page.at(-1);
    }
    verification.breaks.push(...findCut(chain, Number(before?.sk ?? 0), required));
    if (before) verification.breaks.push(...findUnanchored(before, anchors, now));
  }
  return verification;
}
