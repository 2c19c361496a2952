/** The export of a month's invoice records, over HTTP. */
import { expect } from 'vitest';
import { type AgencyRecord, parseRecords } from '../../support/agency-records.ts';
import { addresses, type Person } from '../../support/api.ts';

export const fetchFile = (path: string, { token }: Pick<Person, 'token'>) =>
  fetch(`${addresses.api}${path}`, { headers: { authorization: `Bearer ${token}` } });

export async function readAgencyRecords(month: string, admin: Person): Promise<AgencyRecord[]> {
  const parts = await readParts('xml', month, admin);
  return parts.flatMap(parseRecords);
}

/** A month's export comes in parts. */
export async function readParts(kind: 'csv' | 'xml', month: string, admin: Person): Promise<string[]> {
  const parts: string[] = [];
  for (let cursor: string | null = '0'; cursor !== null; ) {
    const part = await fetchFile(`/live/invoices/${kind}?month=${month}&cursor=${cursor}`, admin);
    expect(part.headers.get('content-type')).toContain(kind);
    parts.push(await part.text());
    cursor = part.headers.get('x-next-cursor');
  }
  return parts;
}
