/** The export of a month's invoice records, read and verified as its receiver would. */
import { createHash } from 'node:crypto';
import { XMLParser } from 'fast-xml-parser';
import { expect } from 'vitest';

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

/** Reads one file of the export. */
export function parseRecords(xml: string): AgencyRecord[] {
  const parser = new XMLParser({
    removeNSPrefix: true,
    parseTagValue: false,
    isArray: (name) => name === 'RegistroFactura',
  });
  const { RegFactuSistemaFacturacion: file } = parser.parse(xml);
  return file.RegistroFactura.map(({ RegistroAlta }: { RegistroAlta: AgencyRecord }) => RegistroAlta);
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

/** Cents of all records. */
export const addUp = (records: readonly AgencyRecord[]): number =>
  records.reduce((sum, { ImporteTotal }) => sum + Math.round(Number(ImporteTotal) * 100), 0);
