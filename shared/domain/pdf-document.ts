/**
 * PDFs of A4 pages in the standard fonts, with the structure that screen readers use. The same content gives the same
 * bytes.
 */
import PDFDocument from 'pdfkit';
import type { Block, Span } from './markdown.ts';

export const pdfFonts = { regular: 'Helvetica', bold: 'Helvetica-Bold' };
const margin = 64;

export type PdfDocument = InstanceType<typeof PDFDocument>;
/** An element of the structure, such as the whole document or a table. */
export type PdfElement = PDFKit.PDFStructureElement;

/** `draw` adds tagged content to the document's element. `created` is the time that the file states. */
export function writePdf(
  title: string,
  created: Date,
  draw: (document: PdfDocument, root: PdfElement) => void,
): Promise<Uint8Array> {
  const document = new PDFDocument({
    size: 'A4',
    margin,
    lang: 'es-ES',
    tagged: true,
    displayTitle: true,
    pdfVersion: '1.7',
    info: { Title: title, Producer: 'Cantera TV', Creator: 'Cantera TV', CreationDate: created },
  });
  const chunks: Uint8Array[] = [];
  const written = new Promise<Uint8Array>((resolve, reject) => {
    document.on('data', (chunk: Uint8Array) => chunks.push(chunk));
    document.on('end', () => resolve(Buffer.concat(chunks)));
    document.on('error', reject);
  });
  const root = document.struct('Document');
  document.addStructure(root);
  draw(document, root);
  root.end();
  document.end();
  return written;
}

export interface PdfContent {
  title: string;
  /** A line below the title, such as version and date. */
  subtitle: string;
  created: Date;
  blocks: Block[];
}

/** Renders a text with headings, paragraphs and list items. @throws Error for a character that the fonts lack. */
export const renderPdf = ({ title, subtitle, created, blocks }: PdfContent): Promise<Uint8Array> =>
  writePdf(title, created, (document, root) => {
    const add = (type: string, spans: Span[], { size, before, indent = 0 }: Style) =>
      addText(document, root, { type, spans, size, before, indent });
    add('H1', [{ text: title, bold: true }], { size: 20, before: 0 });
    add('P', [{ text: subtitle }], { size: 10, before: 6 });
    for (const { kind, spans } of blocks) {
      if (kind === 'heading') add('H2', spans.map(toBold), { size: 13, before: 20 });
      else if (kind === 'item') add('LI', [{ text: '• ' }, ...spans], { size: 11, before: 6, indent: 12 });
      else add('P', spans, { size: 11, before: 10 });
    }
  });

const toBold = (span: Span): Span => ({ ...span, bold: true });

interface Style {
  size: number;
  /** Points above it. */
  before: number;
  indent?: number;
}

function addText(
  document: PdfDocument,
  root: PdfElement,
  { type, spans, size, before, indent = 0 }: Style & { type: string; spans: Span[] },
): void {
  const missing = spans.map(({ text }) => [...text].find((character) => !hasCharacter(character))).find(Boolean);
  if (missing) throw new Error(`A document has a character that the PDF's fonts lack: ${missing}`);
  document.y += before;
  // A heading stays with the lines after it.
  if (type === 'H2' && document.y > document.page.maxY() - 5 * size) document.addPage();
  const x = margin + indent;
  const width = document.page.width - 2 * margin - indent;
  root.add(
    document.struct(type, {}, () => {
      for (const [index, { text, bold }] of spans.entries()) {
        const isLast = index === spans.length - 1;
        // The bullet hangs before the text.
        const options = { width, lineGap: size * 0.2, continued: !isLast, ...(indent > 0 && { indent: -bulletWidth }) };
        document.font(bold ? pdfFonts.bold : pdfFonts.regular, size);
        if (index === 0) document.text(text, x, document.y, options);
        else document.text(text, options);
      }
    }),
  );
}

/** Points. */
const bulletWidth = 7;

/** The fonts' encoding is Windows-1252. */
const beyondLatin = '€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ';
const hasCharacter = (character: string) => /^[ -~\u00a0-\u00ff]$/.test(character) || beyondLatin.includes(character);

/** Replaces characters that the fonts lack: 'Ștefan' becomes 'Stefan'; those without a plain form become '?'. */
export const toPdfText = (text: string): string =>
  [...text.normalize('NFC').replace(/\s+/g, ' ')]
    .map((character) => {
      if (hasCharacter(character)) return character;
      const plain = plainCharacters[character] ?? character.normalize('NFD').replace(/\p{M}/gu, '');
      return [...plain].every(hasCharacter) ? plain : '?';
    })
    .join('');

const plainCharacters: Record<string, string> = {
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  ı: 'i',
  ħ: 'h',
  Ħ: 'H',
  ŧ: 't',
  Ŧ: 'T',
};
