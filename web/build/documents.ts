/** Renders each version of the legal documents (shared/documents) as /documentos/{name}-{version}.pdf. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { type DocumentName, describeVersion, documents, toPdfName } from '../../shared/domain/documents.ts';
import { parseMarkdown } from '../../shared/domain/markdown.ts';
import { renderPdf } from '../../shared/domain/pdf-document.ts';

/** The version in force has a second address without its number. */
export function renderDocuments(): { fileName: string; source: Uint8Array }[] {
  return (Object.keys(documents) as DocumentName[]).flatMap((name) => {
    const { title, versions } = documents[name];
    const files = versions.map((version) => ({
      fileName: `documentos/${toPdfName(name, version.version)}`,
      source: renderPdf({
        title,
        subtitle: `Cantera TV. ${describeVersion(version)}`,
        blocks: parseMarkdown(readText(name, version.version)),
      }),
    }));
    const last = files.at(-1);
    return last ? [...files, { ...last, fileName: `documentos/${toPdfName(name)}` }] : files;
  });
}

const readText = (name: DocumentName, version: number) =>
  readFileSync(join(import.meta.dirname, '../../shared/documents', name, `${version}.md`), 'utf8');

export function documentFiles(): Plugin {
  return {
    name: 'document-files',
    apply: 'build',
    generateBundle() {
      for (const file of renderDocuments()) this.emitFile({ type: 'asset', ...file });
    },
  };
}
