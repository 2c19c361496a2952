/**
 * Verification of the audit's chains. A chain alone shows an entry that was changed or removed between others; anchors,
 * signed and kept elsewhere, show a removed end or start, and entries that were rewritten with all that follow. Pure.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { type AuditEntry, type Head, hashEntry, toCanonicalJson, toSortKey } from '../../platform/audit/rules.ts';

/** Ends of all chains at an instant. */
export interface Anchor {
  /** ISO 8601. */
  at: string;
  heads: Record<string, Head>;
}

export interface SignedAnchor extends Anchor {
  signature: string;
}

export interface Break {
  /** Chain, or the object of a forged anchor. */
  chain: string;
  /** Position of the entry at which the break was found. */
  at: string;
  reason: 'CHANGED' | 'MISSING' | 'UNLINKED' | 'REWRITTEN' | 'FORGED' | 'UNANCHORED';
}

const computeSignature = ({ at, heads }: Anchor, key: string) =>
  createHmac('sha256', key).update(toCanonicalJson({ at, heads })).digest('base64url');

export const signAnchor = (anchor: Anchor, key: string): SignedAnchor => ({
  ...anchor,
  signature: computeSignature(anchor, key),
});

export function isAuthentic({ signature, ...anchor }: SignedAnchor, key: string): boolean {
  const [given, expected] = [signature, computeSignature(anchor, key)].map((text) => Buffer.from(text));
  return given?.length === expected?.length && timingSafeEqual(given as Buffer, expected as Buffer);
}

/** Lists the recorded ends of a chain whose entries must still exist, because they have not expired. */
export function listRequiredHeads(chain: string, anchors: readonly Anchor[], now: number): Head[] {
  const latest = new Map<number, Head>();
  for (const { heads } of anchors) {
    const head = heads[chain];
    // The oldest anchor of a position counts: a later one may have recorded what was rewritten meanwhile.
    if (head && head.expiresAt * 1000 > now && !latest.has(head.sequence)) latest.set(head.sequence, head);
  }
  return [...latest.values()];
}

/**
 * Finds breaks between entries in order, the first of which follows `before`. Expired entries may be absent, and are
 * deleted out of order.
 */
export function findBreaks(
  entries: readonly AuditEntry[],
  { before, required, now }: { before: AuditEntry | undefined; required: readonly Head[]; now: number },
): Break[] {
  const hashes = new Map(required.map(({ sequence, hash }) => [sequence, hash]));
  return entries.flatMap((entry, index): Break[] => {
    const last = entries[index - 1] ?? before;
    const report = (reason: Break['reason']) => [{ chain: entry.pk, at: entry.sk, reason }];
    if (hashEntry(entry) !== entry.hash) return report('CHANGED');
    const isNext = Number(entry.sk) === Number(last?.sk ?? 0) + 1;
    // Entries of before 29 November 2026 do not name the expiry of the one before, which is hardly older.
    const mayFollowGap = (entry.previousExpiresAt ?? entry.expiresAt) * 1000 <= now;
    if (!isNext && !mayFollowGap) return report('MISSING');
    if (isNext && entry.previous !== (last?.hash ?? '')) return report('UNLINKED');
    return (hashes.get(Number(entry.sk)) ?? entry.hash) === entry.hash ? [] : report('REWRITTEN');
  });
}

/** Finds recorded ends beyond the last entry of a chain, which was cut or removed. */
export function findCut(chain: string, length: number, required: readonly Head[]): Break[] {
  const longest = Math.max(0, ...required.map(({ sequence }) => sequence));
  return longest > length ? [{ chain, at: toSortKey(longest), reason: 'MISSING' }] : [];
}

/** Two days without an anchor, while the job writes one an hour. */
const unanchoredMs = 2 * 86_400_000;

/** Reports an entry that should have been anchored long ago: the job stopped, or its anchors are gone. */
export function findUnanchored({ pk, sk, at }: AuditEntry, anchors: readonly Anchor[], now: number): Break[] {
  const isAnchored = anchors.some((anchor) => anchor.at >= at);
  return isAnchored || Date.parse(at) > now - unanchoredMs ? [] : [{ chain: pk, at: sk, reason: 'UNANCHORED' }];
}
