/**
 * Lays a document out as a PDF of A4 pages, in the standard fonts, with the structure that screen readers use
 * (headings, paragraphs, list items). ISO 32000-1, 14.7 and 14.8.
 */
import type { Block, Span } from './markdown.ts';

export interface PdfContent {
  title: string;
  /** A line below the title, such as version and date. */
  subtitle: string;
  blocks: Block[];
}

export function renderPdf({ title, subtitle, blocks }: PdfContent): Uint8Array {
  const layout = new Layout();
  layout.add('H1', [{ text: title, bold: true }], { size: 20, before: 0 });
  layout.add('P', [{ text: subtitle }], { size: 10, before: 6 });
  for (const { kind, spans } of blocks) {
    if (kind === 'heading') layout.add('H2', spans.map(toBold), { size: 13, before: 20 });
    else if (kind === 'item') layout.add('LI', [{ text: '• ' }, ...spans], { size: 11, before: 6, indent: 12 });
    else layout.add('P', spans, { size: 11, before: 10 });
  }
  return writeFile(title, layout);
}

const toBold = (span: Span): Span => ({ ...span, bold: true });

const page = { width: 595, height: 842, margin: 64 };

interface Element {
  type: string;
  /** Its marked pieces: an element may continue on the next page. */
  pieces: { page: number; id: number }[];
}

interface Style {
  size: number;
  /** Points above it. */
  before: number;
  indent?: number;
}

class Layout {
  readonly pages: string[][] = [[]];
  readonly elements: Element[] = [];
  #y = page.height - page.margin;
  #marks = 0;

  add(type: string, spans: Span[], { size, before, indent = 0 }: Style): void {
    const element: Element = { type, pieces: [] };
    this.elements.push(element);
    this.#y -= before;
    for (const [index, line] of breakLines(spans, size, page.width - 2 * page.margin - indent).entries()) {
      this.#y -= size * 1.4;
      if (this.#y < page.margin) this.#turnPage(size);
      this.#draw(element, line, page.margin + (index > 0 ? indent : indent === 0 ? 0 : indent - 10), size);
    }
  }

  #turnPage(size: number): void {
    this.pages.push([]);
    this.#y = page.height - page.margin - size;
    this.#marks = 0;
  }

  #draw({ type, pieces }: Element, line: Word[], x: number, size: number): void {
    const texts = joinWords(line).map(({ text, bold }) => `/${bold ? 'F2' : 'F1'} ${size} Tf (${escapeText(text)}) Tj`);
    const body = `BT ${x} ${this.#y.toFixed(1)} Td ${texts.join(' ')} ET`;
    this.pages.at(-1)?.push(`/${type} <</MCID ${this.#marks}>> BDC\n${body}\nEMC`);
    pieces.push({ page: this.pages.length - 1, id: this.#marks });
    this.#marks += 1;
  }
}

interface Word {
  text: string;
  bold: boolean;
}

/** Breaks between words; a word keeps the blank before it. */
function breakLines(spans: Span[], size: number, width: number): Word[][] {
  const words = spans.flatMap(({ text, bold = false }) =>
    text.split(/(?<=\S)(?=\s)/).map((word) => ({ text: word, bold })),
  );
  const lines: Word[][] = [[]];
  let used = 0;
  for (const word of words) {
    const length = measure(word, size);
    const line = lines.at(-1) as Word[];
    if (used + length <= width || line.length === 0) {
      line.push(word);
      used += length;
    } else {
      const next = { ...word, text: word.text.trimStart() };
      lines.push([next]);
      used = measure(next, size);
    }
  }
  return lines;
}

function joinWords(line: Word[]): Word[] {
  const joined: Word[] = [];
  for (const word of line) {
    const last = joined.at(-1);
    if (last?.bold === word.bold) last.text += word.text;
    else joined.push({ ...word });
  }
  return joined;
}

/** Points. Bold letters are about a tenth wider. */
function measure({ text, bold }: Word, size: number): number {
  let thousandths = 0;
  for (const sign of text.normalize('NFD')) thousandths += /\p{M}/u.test(sign) ? 0 : (widths[sign] ?? 556);
  return (thousandths * size * (bold ? 1.1 : 1)) / 1000;
}

/** Widths of Helvetica in thousandths of its size (Adobe's font metrics); other signs take 556. */
const widths: Record<string, number> = {};
for (const [width, signs] of [
  [222, "ijl'‘’"],
  [278, ' !,./:;I[]ft·¡'],
  [333, '()-`r“”ªº'],
  [350, '•'],
  [500, 'cJksvxyz'],
  [584, '+<=>~'],
  [611, 'FTZ¿'],
  [667, '&ABEKPSVXY'],
  [722, 'CDHNRUw'],
  [778, 'GOQ'],
  [833, 'Mm'],
  [889, '%'],
  [944, 'W'],
  [1000, '—…'],
  [1015, '@'],
] as const)
  for (const sign of signs) widths[sign] = width;

/** Escapes a text of the encoding WinAnsi. */
function escapeText(text: string): string {
  let escaped = '';
  for (const sign of text) {
    const code = beyondLatin[sign] ?? sign.charCodeAt(0);
    if (code > 255) throw new Error(`A document has a sign that the PDF's fonts lack: ${sign}`);
    escaped += code > 126 ? `\\${code.toString(8)}` : sign.replace(/[\\()]/, '\\$&');
  }
  return escaped;
}

const beyondLatin: Record<string, number> = {
  ...{ '€': 128, '…': 133, '‘': 145, '’': 146, '“': 147, '”': 148, '•': 149, '–': 150, '—': 151 },
};

function writeFile(title: string, { pages, elements }: Layout): Uint8Array {
  const objects: string[] = [];
  const reserve = () => objects.push('');
  const set = (id: number, text: string) => {
    objects[id - 1] = text;
  };
  const [catalog, tree, root, whole, parents, fonts, info] = [
    reserve(),
    reserve(),
    reserve(),
    reserve(),
    reserve(),
    [reserve(), reserve()],
    reserve(),
  ];
  const pageIds = pages.map(reserve);
  const elementIds = elements.map(reserve);
  for (const [index, parts] of pages.entries()) {
    const content = parts.join('\n');
    const stream = objects.push(`<< /Length ${content.length} >>\nstream\n${content}\nendstream`);
    const resources = `<< /Font << /F1 ${fonts[0]} 0 R /F2 ${fonts[1]} 0 R >> >>`;
    set(
      pageIds[index] as number,
      `<< /Type /Page /Parent ${tree} 0 R /MediaBox [0 0 ${page.width} ${page.height}] /Resources ${resources} /Contents ${stream} 0 R /StructParents ${index} /Tabs /S >>`,
    );
  }
  for (const [index, { type, pieces }] of elements.entries()) {
    const kids = pieces.map(({ page: at, id }) => `<< /Type /MCR /Pg ${pageIds[at]} 0 R /MCID ${id} >>`);
    set(elementIds[index] as number, `<< /Type /StructElem /S /${type} /P ${whole} 0 R /K [${kids.join(' ')}] >>`);
  }
  const owners = pages.map((_, at) => {
    const marks = elements.flatMap(({ pieces }, index) =>
      pieces.filter(({ page: on }) => on === at).map(() => `${elementIds[index]} 0 R`),
    );
    return `${at} [${marks.join(' ')}]`;
  });
  set(
    catalog,
    `<< /Type /Catalog /Pages ${tree} 0 R /Lang (es-ES) /MarkInfo << /Marked true >> /StructTreeRoot ${root} 0 R /ViewerPreferences << /DisplayDocTitle true >> >>`,
  );
  set(tree, `<< /Type /Pages /Kids [${pageIds.map((id) => `${id} 0 R`).join(' ')}] /Count ${pages.length} >>`);
  set(root, `<< /Type /StructTreeRoot /K ${whole} 0 R /ParentTree ${parents} 0 R >>`);
  const children = elementIds.map((id) => `${id} 0 R`).join(' ');
  set(whole, `<< /Type /StructElem /S /Document /P ${root} 0 R /K [${children}] >>`);
  set(parents, `<< /Nums [${owners.join(' ')}] >>`);
  for (const [index, name] of ['Helvetica', 'Helvetica-Bold'].entries())
    set(fonts[index] as number, `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`);
  const utf16 = [...title].map((sign) => sign.charCodeAt(0).toString(16).padStart(4, '0')).join('');
  set(info, `<< /Title <feff${utf16}> /Producer (Cantera TV) >>`);
  return assemble(objects, catalog, info);
}

/** Every text is ASCII, so that lengths in characters are lengths in bytes. */
function assemble(objects: string[], catalog: number, info: number): Uint8Array {
  let file = '%PDF-1.7\n';
  const offsets: number[] = [];
  for (const [index, text] of objects.entries()) {
    offsets.push(file.length);
    file += `${index + 1} 0 obj\n${text}\nendobj\n`;
  }
  const start = file.length;
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`);
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries.join('')}trailer\n<< /Size ${objects.length + 1} /Root ${catalog} 0 R /Info ${info} 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Uint8Array.from(file, (sign) => sign.charCodeAt(0));
}
