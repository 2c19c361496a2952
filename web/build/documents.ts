/** Renders each version of the legal documents (shared/documents) as /documentos/{name}-{version}.pdf. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { type DocumentName, describeVersion, documents, toPdfName } from '../../shared/domain/documents.ts';
import { parseMarkdown } from '../../shared/domain/markdown.ts';
import { renderPdf } from '../../shared/domain/pdf-document.ts';

/** The version in force has a second address without its number. */
export async function renderDocuments(): Promise<{ fileName: string; source: Uint8Array }[]> {
  const files = await Promise.all(
    (Object.keys(documents) as DocumentName[]).map(async (name) => {
      const { title, versions } = documents[name];
      const rendered = await Promise.all(
        versions.map(async (version) => ({
          fileName: `documentos/${toPdfName(name, version.version)}`,
          source: await renderPdf({
            title,
            subtitle: `Cantera TV. ${describeVersion(version)}`,
            created: new Date(version.date),
            blocks: parseMarkdown(readText(name, version.version)),
          }),
        })),
      );
      const last = rendered.at(-1);
      return last ? [...rendered, { ...last, fileName: `documentos/${toPdfName(name)}` }] : rendered;
    }),
  );
  return files.flat();
}

const readText = (name: DocumentName, version: number) =>
  readFileSync(join(import.meta.dirname, '../../shared/documents', name, `${version}.md`), 'utf8');

export function documentFiles(): Plugin {
  return {
    name: 'document-files',
    apply: 'build',
    async generateBundle() {
      for (const file of await renderDocuments()) this.emitFile({ type: 'asset', ...file });
    },
  };
}
