/** Checks the chains of the audit, entry by entry. */
import { type AuditEntry, type Break, findBreaks, listChains } from '../../platform/audit/rules.ts';
import { queryItems } from '../../platform/aws/dynamo-queries.ts';

export interface Verification {
  entries: number;
  breaks: Break[];
}

export async function verifyAudit(): Promise<Verification> {
  const found: Verification = { entries: 0, breaks: [] };
  for (const chain of listChains()) {
    // The last entry of a page is checked again with the next page, which links to it.
    let last: AuditEntry[] = [];
    for await (const page of queryItems<AuditEntry>('audit', chain)) {
      found.entries += page.length;
      found.breaks.push(...findBreaks([...last, ...page]).filter(({ at }) => at !== last[0]?.sk));
      last = page.slice(-1);
    }
  }
  return found;
}
