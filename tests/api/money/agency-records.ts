/** The export of a month's invoice records, read and verified as its receiver would. */
import { createHash } from 'node:crypto';
import { XMLParser } from 'fast-xml-parser';
import { expect } from 'vitest';
import { addresses, type Person } from '../../support/api.ts';

export const fetchFile = (path: string, { token }: Pick<Person, 'token'>) =>
  fetch(`${addresses.api}${path}`, { headers: { authorization: `Bearer ${token}` } });

export interface AgencyRecord {
  IDFactura: Record<string, string>;
  TipoFactura: string;
  CuotaTotal: string;
  ImporteTotal: string;
  Encadenamiento: { RegistroAnterior?: { Huella: string } };
  Destinatarios?: { IDDestinatario: { NombreRazon: string } };
  FechaHoraHusoGenRegistro: string;
  Huella: string;
}

export async function readAgencyRecords(month: string, admin: Person): Promise<AgencyRecord[]> {
  const parser = new XMLParser({
    removeNSPrefix: true,
    parseTagValue: false,
    isArray: (name) => name === 'RegistroFactura',
  });
  const records: AgencyRecord[] = [];
  for (let cursor: string | null = '0'; cursor !== null; ) {
    const part = await fetchFile(`/live/invoices/xml?month=${month}&cursor=${cursor}`, admin);
    expect(part.headers.get('content-type')).toContain('application/xml');
    const { RegFactuSistemaFacturacion: file } = parser.parse(await part.text());
    records.push(...file.RegistroFactura.map(({ RegistroAlta }: { RegistroAlta: AgencyRecord }) => RegistroAlta));
    cursor = part.headers.get('x-next-cursor');
  }
  return records;
}

const fingerprint = (record: AgencyRecord) =>
  createHash('sha256')
    .update(
      [
        ...['IDEmisorFactura', 'NumSerieFactura', 'FechaExpedicionFactura'].map(
          (name) => `${name}=${record.IDFactura[name]}`,
        ),
        `TipoFactura=${record.TipoFactura}&CuotaTotal=${record.CuotaTotal}&ImporteTotal=${record.ImporteTotal}`,
        `Huella=${record.Encadenamiento.RegistroAnterior?.Huella ?? ''}`,
        `FechaHoraHusoGenRegistro=${record.FechaHoraHusoGenRegistro}`,
      ].join('&'),
    )
    .digest('hex')
    .toUpperCase();

/** Fails for a record with another fingerprint than its own, or that does not follow the one before it. */
export function verifyRecords(records: readonly AgencyRecord[]): void {
  for (const [index, record] of records.entries()) {
    expect(record.Huella).toBe(fingerprint(record));
    if (index > 0) expect(record.Encadenamiento.RegistroAnterior?.Huella).toBe(records[index - 1]!.Huella);
  }
}
