/** Records of a month as files: in the form of the tax agency, and as a table. */
import { toEuros, writeCsv } from '../../../shared/domain/csv.ts';
import {
  type InvoiceName,
  type InvoiceRecord,
  type Party,
  type Software,
  toAgencyAmount,
  toAgencyDate,
} from './rules.ts';
import { listInvoices } from './store.ts';

/** Records in one file of the agency. Specification of its web services, version 1.1. */
const mostRecords = 1000;

/** Reads the next part of a month after a position; `next` is the position to go on from. */
export async function readPart(
  month: string,
  after = 0,
): Promise<{ records: InvoiceRecord[]; next: number | undefined }> {
  const records: InvoiceRecord[] = [];
  for await (const record of listInvoices(month, after + 1)) {
    if (records.length === mostRecords) return { records, next: records.at(-1)?.position };
    records.push(record);
  }
  return { records, next: undefined };
}

const header =
  'número;fecha;tipo;concepto;base (€);IVA;cuota (€);total (€);cliente;NIF;se refiere a;cargo;origen;registrado;huella;huella anterior;programa'.split(
    ';',
  );

export const writeRecordsCsv = (records: readonly InvoiceRecord[], hasHeader: boolean): string =>
  writeCsv([
    ...(hasHeader ? [header] : []),
    ...records.map((record) => [
      record.number,
      record.date,
      record.type,
      record.description,
      toEuros(record.base),
      String(record.rate),
      toEuros(record.vat),
      toEuros(record.total),
      record.buyer?.name ?? '',
      record.buyer?.taxId ?? '',
      record.refersTo.map(({ number }) => number).join(' '),
      record.charge,
      record.source,
      record.generatedAt,
      record.fingerprint,
      record.previous?.fingerprint ?? '',
      `${record.software.name} ${record.software.version}`,
    ]),
  ]);

type Xml = string | undefined | Xml[] | { [name: string]: Xml };

const schemas =
  'https://www2.agenciatributaria.gob.es/static_files/common/internet/dep/aplicaciones/es/aeat/tike/cont/ws';

/** RegFactuSistemaFacturacion of the agency's schemas SuministroLR and SuministroInformacion, version 1.0. */
export function writeRecordsXml(records: readonly InvoiceRecord[], seller: Party): string {
  const content = writeElements({
    'sfLR:Cabecera': { 'sf:ObligadoEmision': { 'sf:NombreRazon': seller.name, 'sf:NIF': seller.taxId } },
    'sfLR:RegistroFactura': records.map((record) => ({ 'sf:RegistroAlta': toAgencyRecord(record) })),
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<sfLR:RegFactuSistemaFacturacion xmlns:sfLR="${schemas}/SuministroLR.xsd" xmlns:sf="${schemas}/SuministroInformacion.xsd">${content}</sfLR:RegFactuSistemaFacturacion>\n`;
}

function toAgencyRecord(record: InvoiceRecord): Xml {
  const { seller, buyer, type, refersTo, description, vat, total, previous, software, generatedAt, fingerprint } =
    record;
  const toId = ({ number, date }: InvoiceName) => toAgencyId(seller, { number, date });
  const isRectifying = type === 'R5' || type === 'R1';
  return prefix({
    IDVersion: '1.0',
    IDFactura: toAgencyId(seller, record),
    NombreRazonEmisor: seller.name,
    TipoFactura: type,
    TipoRectificativa: isRectifying ? 'I' : undefined,
    FacturasRectificadas: isRectifying ? { IDFacturaRectificada: refersTo.map(toId) } : undefined,
    FacturasSustituidas: type === 'F3' ? { IDFacturaSustituida: refersTo.map(toId) } : undefined,
    DescripcionOperacion: description,
    Destinatarios: buyer ? { IDDestinatario: { NombreRazon: buyer.name, NIF: buyer.taxId } } : undefined,
    Desglose: { DetalleDesglose: toBreakdown(record) },
    CuotaTotal: toAgencyAmount(vat),
    ImporteTotal: toAgencyAmount(total),
    Encadenamiento: previous
      ? { RegistroAnterior: { ...toAgencyId(seller, previous), Huella: previous.fingerprint } }
      : { PrimerRegistro: 'S' },
    SistemaInformatico: toAgencySoftware(software),
    FechaHoraHusoGenRegistro: generatedAt,
    TipoHuella: '01',
    Huella: fingerprint,
  });
}

const toAgencyId = ({ taxId }: Party, { number, date }: InvoiceName) => ({
  IDEmisorFactura: taxId,
  NumSerieFactura: number,
  FechaExpedicionFactura: toAgencyDate(date),
});

/** IVA of the general regime; E1 is exempt by article 20, N2 outside of Spain's territory. */
function toBreakdown({ base, vat, rate }: InvoiceRecord): Xml {
  const tax = { Impuesto: '01', ClaveRegimen: '01' };
  const amount = { BaseImponibleOimporteNoSujeto: toAgencyAmount(base) };
  if (rate === 'exento') return { ...tax, OperacionExenta: 'E1', ...amount };
  if (rate === 'no sujeto') return { ...tax, CalificacionOperacion: 'N2', ...amount };
  return {
    ...tax,
    CalificacionOperacion: 'S1',
    TipoImpositivo: rate.toFixed(2),
    ...amount,
    CuotaRepercutida: toAgencyAmount(vat),
  };
}

const toAgencySoftware = ({ name, version, maker }: Software): Xml => ({
  NombreRazon: maker.name,
  NIF: maker.taxId,
  NombreSistemaInformatico: name,
  IdSistemaInformatico: 'CT',
  Version: version,
  NumeroInstalacion: '1',
  TipoUsoPosibleSoloVerifactu: 'N',
  TipoUsoPosibleMultiOT: 'N',
  IndicadorMultiplesOT: 'N',
});

function prefix(value: Xml): Xml {
  if (Array.isArray(value)) return value.map(prefix);
  if (typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, child]) => [`sf:${name}`, prefix(child)]));
}

function writeElements(value: Xml): string {
  if (value === undefined) return '';
  if (typeof value === 'string') return value.replace(/[&<>]/g, (sign) => entities[sign] ?? '');
  if (Array.isArray(value)) return value.map(writeElements).join('');
  return Object.entries(value)
    .flatMap(([name, child]) =>
      (Array.isArray(child) ? child : [child]).map((one) =>
        one === undefined ? '' : `<${name}>${writeElements(one)}</${name}>`,
      ),
    )
    .join('');
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
