/** Checks the chains of the audit entry by entry, and against their anchors. */
import { type AuditEntry, listChains } from '../../platform/audit/rules.ts';
import { queryItems } from '../../platform/aws/dynamo-queries.ts';
import { readAnchors } from './anchors.ts';
import { type Break, findBreaks, findCut, findUnanchored, listRequiredHeads } from './rules.ts';

export interface Verification {
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
