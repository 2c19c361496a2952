/** Reads the Markdown of our documents: headings of level two, paragraphs, lists, bold text and links. */

export interface Span {
  text: string;
  bold?: true;
  href?: string;
}

export type Block = { kind: 'heading' | 'paragraph' | 'item'; spans: Span[] };

export function parseMarkdown(source: string): Block[] {
  const blocks: Block[] = [];
  for (const part of source.trim().split(/\n{2,}/)) {
    const lines = part.split('\n');
    if (lines.every((line) => line.startsWith('- ')))
      blocks.push(...lines.map((line) => ({ kind: 'item' as const, spans: parseSpans(line.slice(2)) })));
    else if (part.startsWith('## ')) blocks.push({ kind: 'heading', spans: parseSpans(part.slice(3)) });
    else blocks.push({ kind: 'paragraph', spans: parseSpans(lines.join(' ')) });
  }
  return blocks;
}

function parseSpans(text: string): Span[] {
  return text
    .split(/(\*\*[^*]+\*\*|\[[^\]]+\]\([^)]+\))/)
    .filter((part) => part !== '')
    .map((part) => {
      const [, bold] = /^\*\*([^*]+)\*\*$/.exec(part) ?? [];
      if (bold !== undefined) return { text: bold, bold: true };
      const [, label, href] = /^\[([^\]]+)\]\(([^)]+)\)$/.exec(part) ?? [];
      return label !== undefined && href !== undefined ? { text: label, href } : { text: part };
    });
}
