/**
 * An invoice as a PDF, made from its record each time: the same record gives the same bytes, so that no file is stored.
 */
import { encode } from 'uqr';
import { longDate } from '../../../shared/domain/madrid-text.ts';
import { startOfDay } from '../../../shared/domain/madrid-time.ts';
import {
  type PdfDocument,
  type PdfElement,
  pdfFonts,
  toPdfText,
  writePdf,
} from '../../../shared/domain/pdf-document.ts';
import { formatPrice } from '../../../shared/domain/price-text.ts';
import { type InvoiceRecord, type InvoiceType, type Party, toAgencyUrl } from './rules.ts';

export const invoiceTitles: Record<InvoiceType, string> = {
  F2: 'Factura simplificada',
  F3: 'Factura',
  R5: 'Factura rectificativa',
  R1: 'Factura rectificativa',
};

export const renderInvoice = (record: InvoiceRecord): Promise<Uint8Array> =>
  writePdf(`${invoiceTitles[record.type]} ${record.number}`, new Date(record.generatedAt), (document, root) =>
    new InvoicePage(document, root).draw(record),
  );

const margin = 64;
const width = 595.28 - 2 * margin;
/** Points: 35 mm, of the 30 to 40 that the agency allows. */
const qrSize = (35 / 25.4) * 72;
const dark = '#0A0E13';
const muted = '#4A5563';

interface TextStyle {
  size?: number;
  isBold?: boolean;
  color?: string;
  before?: number;
  width?: number;
}

class InvoicePage {
  readonly #document: PdfDocument;
  readonly #root: PdfElement;

  constructor(document: PdfDocument, root: PdfElement) {
    this.#document = document;
    this.#root = root;
  }

  draw(record: InvoiceRecord): void {
    this.#drawLogo();
    this.#drawQr(record);
    const beside = width - qrSize - 24;
    this.#add('H1', invoiceTitles[record.type], { size: 20, isBold: true, before: 40, width: beside });
    this.#add('P', `Número: ${record.number}`, { before: 8, width: beside });
    this.#add('P', `Fecha de expedición: ${writeDay(record.date)}`, { width: beside });
    const happened = longDate(new Date(record.happenedAt));
    if (happened !== writeDay(record.date)) this.#add('P', `Fecha de la operación: ${happened}`, { width: beside });
    this.#document.y = Math.max(this.#document.y, margin + qrSize + 40);
    this.#drawParty('Emisor', record.seller);
    if (record.buyer) this.#drawParty('Cliente', record.buyer);
    const refers = describeReference(record);
    if (refers) this.#add('P', refers, { before: 18 });
    this.#drawAmounts(record);
    const { name, version, maker } = record.software;
    for (const [index, line] of [
      `Huella del registro: ${record.fingerprint}`,
      `Emitida con ${name} ${version}, de ${maker.name} (NIF ${maker.taxId}). Este sistema no envía sus registros a la Agencia Tributaria al emitir la factura.`,
    ].entries())
      this.#add('P', line, { size: 8, color: muted, before: index === 0 ? 36 : 3 });
  }

  #add(type: string, text: string, style: TextStyle = {}): void {
    const { size = 10.5, isBold = false, color = dark, before = 3, width: limit = width } = style;
    const document = this.#document;
    document.y += before;
    this.#root.add(
      document.struct(type, {}, () => {
        document.font(isBold ? pdfFonts.bold : pdfFonts.regular, size).fillColor(color);
        document.text(toPdfText(text), margin, document.y, { width: limit, lineGap: size * 0.15 });
      }),
    );
  }

  #drawParty(label: string, { name, taxId, address }: Party): void {
    this.#add('H2', label, { size: 12, isBold: true, before: 18 });
    for (const line of [name, `NIF ${taxId}`, address]) this.#add('P', line);
  }

  #drawLogo(): void {
    const document = this.#document;
    this.#root.add(
      document.struct('Figure', { alt: 'Cantera TV' }, () => {
        document.save().translate(margin, margin).scale(0.5);
        document.roundedRect(0, 0, 64, 64, 14).fill(dark);
        document.path('M45 20.5A17 17 0 1 0 45 43.5').lineWidth(8).lineCap('round').stroke('#F4F6F8');
        document.path('M28 23.5 43 32 28 40.5z').fill('#C8F542');
        document.restore();
        document
          .font(pdfFonts.bold, 15)
          .fillColor(dark)
          .text('Cantera TV', margin + 42, margin + 11, { lineBreak: false });
      }),
    );
    document.y = margin + 32;
  }

  /** The agency wants it at the head of the first page, with its name above it. */
  #drawQr(record: InvoiceRecord): void {
    const document = this.#document;
    const [left, top] = [margin + width - qrSize, margin + 14];
    const { data, size } = encode(toAgencyUrl(record), { ecc: 'M', border: 0 });
    const step = qrSize / size;
    const y = document.y;
    this.#root.add(
      document.struct('P', {}, () => {
        document.font(pdfFonts.regular, 9).fillColor(dark);
        document.text('QR tributario:', left, margin, { width: qrSize, align: 'center' });
      }),
    );
    this.#root.add(
      document.struct('Figure', { alt: `Código QR de la Agencia Tributaria: ${toAgencyUrl(record)}` }, () => {
        for (const [row, squares] of data.entries())
          for (const [column, isDark] of squares.entries())
            if (isDark) document.rect(left + column * step, top + row * step, step, step);
        document.fill('#000000');
      }),
    );
    document.y = y;
  }

  #drawAmounts({ description, base, vat, total, rate }: InvoiceRecord): void {
    const document = this.#document;
    document.y += 24;
    const table = document.struct('Table');
    this.#root.add(table);
    const add = (type: 'TH' | 'TD', cells: readonly string[]) => {
      const row = document.struct('TR');
      table.add(row);
      const top = document.y;
      let bottom = top;
      for (const [index, text] of cells.entries()) {
        const { x, width: limit } = columns[index] as (typeof columns)[number];
        row.add(
          document.struct(type, {}, () => {
            document.font(type === 'TH' ? pdfFonts.bold : pdfFonts.regular, 10.5).fillColor(dark);
            document.text(toPdfText(text), x, top, { width: limit, align: index === 0 ? 'left' : 'right' });
          }),
        );
        bottom = Math.max(bottom, document.y);
      }
      row.end();
      document.y = bottom + 6;
      document.markContent('Artifact', { type: 'Layout' });
      document
        .moveTo(margin, document.y)
        .lineTo(margin + width, document.y)
        .lineWidth(0.5)
        .stroke('#C9D0D8');
      document.endMarkedContent();
      document.y += 7;
    };
    add('TH', ['Concepto', 'Base', 'IVA', 'Cuota', 'Total']);
    const percent = typeof rate === 'number' ? `${String(rate).replace('.', ',')} %` : rate;
    add('TD', [description, formatPrice(base / 100), percent, formatPrice(vat / 100), formatPrice(total / 100)]);
    table.end();
    this.#add('P', `Total: ${formatPrice(total / 100)}${describeVat(rate)}`, { size: 13, isBold: true, before: 8 });
  }
}

const columns = [190, 72, 62, 68, 75].map((share, index, all) => ({
  x: margin + all.slice(0, index).reduce((sum, one) => sum + one, 0),
  width: share,
}));

const writeDay = (date: string) => longDate(new Date(startOfDay(date)));

function describeVat(rate: InvoiceRecord['rate']): string {
  if (rate === 'exento') return '. Operación exenta de IVA';
  return rate === 'no sujeto' ? '. Operación no sujeta al IVA' : ', IVA incluido';
}

function describeReference({ type, refersTo }: InvoiceRecord): string | undefined {
  if (refersTo.length === 0) return undefined;
  const names = refersTo.map(({ number, date }) => `${number}, del ${writeDay(date)}`).join('; ');
  return type === 'F3'
    ? `Se emite en sustitución de: ${names}.`
    : `Rectifica por diferencias, porque se ha devuelto el pago o una parte: ${names}.`;
}
