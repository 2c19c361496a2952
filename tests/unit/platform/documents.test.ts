/** The legal documents: versions that nobody edits, and their text and PDF from one source. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { currentVersion, type DocumentName, describeVersion, documents } from '../../../shared/domain/documents.ts';
import { parseMarkdown } from '../../../shared/domain/markdown.ts';
import { findPageByPath } from '../../../shared/domain/page-patterns.ts';
import { renderPdf } from '../../../shared/domain/pdf-document.ts';
import { renderDocuments } from '../../../web/build/documents.ts';

const folder = join(import.meta.dirname, '../../../shared/documents');
const names = Object.keys(documents) as DocumentName[];

describe('[F-LAW-2] a published document', () => {
  test.each(names)('%s has the text of its fingerprint in every version, and no others', (name) => {
    const { versions } = documents[name];
    const found = readdirSync(join(folder, name)).map((file) => ({
      file,
      fingerprint: createHash('sha256')
        .update(readFileSync(join(folder, name, file)))
        .digest('hex'),
    }));
    // A changed text is a new version: never a new fingerprint of this one.
    expect(found).toEqual(versions.map(({ version, fingerprint }) => ({ file: `${version}.md`, fingerprint })));
    expect(versions.map(({ version }) => version)).toEqual(versions.map((_, index) => index + 1));
    expect(versions.map(({ date }) => date)).toEqual(versions.map(({ date }) => date).toSorted());
  });

  test('has a PDF in every version, and one more of the version in force', () => {
    const files = renderDocuments();
    for (const name of names) {
      const { version } = currentVersion(name);
      const find = (fileName: string) => files.find((file) => file.fileName === `documentos/${fileName}`);
      expect(find(`${name}.pdf`)?.source).toBe(find(`${name}-${version}.pdf`)?.source);
    }
    expect(files.length).toBe(names.reduce((sum, name) => sum + documents[name].versions.length + 1, 0));
  });

  test.each(names)('%s links to pages that exist', (name) => {
    for (const { version } of documents[name].versions) {
      const blocks = parseMarkdown(readFileSync(join(folder, name, `${version}.md`), 'utf8'));
      const links = blocks.flatMap(({ spans }) => spans.flatMap(({ href }) => href ?? []));
      expect(links.filter((href) => !findPageByPath(href))).toEqual([]);
    }
  });

  test('says its version and day', () =>
    expect(describeVersion({ version: 3, date: '2027-01-05' })).toBe('Versión 3, del 5 de enero de 2027'));
});

test('reads headings, lists, bold text and links', () => {
  expect(parseMarkdown('Uno\ny dos.\n\n## Título\n\n- **a**: b\n- [c](/d)\n')).toEqual([
    { kind: 'paragraph', spans: [{ text: 'Uno y dos.' }] },
    { kind: 'heading', spans: [{ text: 'Título' }] },
    { kind: 'item', spans: [{ text: 'a', bold: true }, { text: ': b' }] },
    { kind: 'item', spans: [{ text: 'c', href: '/d' }] },
  ]);
});

describe('a PDF', () => {
  const render = (paragraph: string) =>
    Buffer.from(renderPdf({ title: 'Título', subtitle: 'Versión 1', blocks: parseMarkdown(paragraph) })).toString(
      'latin1',
    );

  test('has every object where its table says, and the structure of its text', () => {
    const file = render(`## Uno\n\n${'palabra '.repeat(2000)}\n\n- dos`);
    const [, start = '0'] = /startxref\n(\d+)/.exec(file) ?? [];
    const offsets = [...file.slice(Number(start)).matchAll(/^(\d{10}) 00000 n/gm)].map(([, offset]) => Number(offset));
    expect(offsets.length).toBeGreaterThan(10);
    for (const [index, offset] of offsets.entries())
      expect(file.slice(offset)).toMatch(new RegExp(`^${index + 1} 0 obj\n`));
    for (const [, length = '', text = ''] of file.matchAll(/\/Length (\d+) >>\nstream\n(.*?)\nendstream/gs))
      expect(text.length).toBe(Number(length));
    const pages = file.match(/\/Type \/Page /g)?.length ?? 0;
    expect(pages).toBeGreaterThan(1);
    expect(file.match(/\/S \/(Document|H1|H2|P|LI)\b/g)).toEqual([
      '/S /Document',
      '/S /H1',
      '/S /P',
      '/S /H2',
      '/S /P',
      '/S /LI',
    ]);
    // The long paragraph has a piece on every line, whose owner is found by its number.
    expect(file.match(/BDC/g)?.length).toBe(file.match(/\/MCR/g)?.length);
  });

  test('writes accents, quotes and the euro, and refuses what its fonts lack', () => {
    expect(render('Año «1,99 €» – ¿sí?')).toContain('A\\361o \\2531,99 \\200\\273 \\226 \\277s\\355?');
    expect(() => render('日本')).toThrow('fonts lack: 日');
  });
});
