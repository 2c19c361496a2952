/** The legal documents: versions that nobody edits, and their text and PDF from one source. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { currentVersion, type DocumentName, describeVersion, documents } from '../../../shared/domain/documents.ts';
import { parseMarkdown } from '../../../shared/domain/markdown.ts';
import { findPageByPath } from '../../../shared/domain/page-patterns.ts';
import { renderPdf, toPdfText } from '../../../shared/domain/pdf-document.ts';
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

  test('has a PDF in every version, and one more of the version in force', async () => {
    const files = await renderDocuments();
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
  const render = async (paragraph: string) =>
    Buffer.from(
      await renderPdf({
        title: 'Título',
        subtitle: 'Versión 1',
        created: new Date('2026-11-30'),
        blocks: parseMarkdown(paragraph),
      }),
    );
  /** The drawing instructions of the pages. */
  const readPages = (file: Buffer): string =>
    [...file.toString('latin1').matchAll(/\/Length (\d+)\n\/Filter \/FlateDecode\n>>\nstream\n/g)]
      .map(({ index, 0: head, 1: length }) =>
        inflateSync(file.subarray(index + head.length, index + head.length + Number(length))).toString('latin1'),
      )
      .join('\n');

  test('has the structure of its text, its language and its title', async () => {
    const bytes = await render(`## Uno\n\n${'palabra '.repeat(2000)}\n\n- **dos**: y tres`);
    const file = bytes.toString('latin1');
    expect(file.match(/\/Type \/Page\n/g)?.length).toBeGreaterThan(1);
    const types = [...file.matchAll(/\/S \/(Document|H1|H2|P|LI)\n/g)].map(([, type]) => type);
    expect(types.toSorted()).toEqual(['Document', 'H1', 'H2', 'LI', 'P', 'P']);
    for (const part of ['/Lang (es-ES)', '/Marked true', '/DisplayDocTitle true']) expect(file).toContain(part);
    // Everything that is drawn belongs to an element.
    const pages = readPages(bytes);
    expect(pages.match(/\/(H1|H2|P|LI) <</g)?.length).toBe(pages.match(/^EMC$/gm)?.length);
  });

  test('is the same file each time', async () => expect((await render('Uno')).equals(await render('Uno'))).toBe(true));

  test('writes accents, quotes and the euro, and refuses what its fonts lack', async () => {
    // Codes of Windows-1252, in hexadecimal.
    expect(readPages(await render('Año «1,99 €» – ¿sí?'))).toContain('41f16f20ab312c393920');
    await expect(render('日本')).rejects.toThrow('fonts lack: 日');
  });

  test.each([
    ['Ștefan Łukasz Müller', 'Stefan Lukasz Müller'],
    ['a\n日 «€»', 'a ? «€»'],
  ])('writes %s with the signs that its fonts have', (text, written) => expect(toPdfText(text)).toBe(written));
});
