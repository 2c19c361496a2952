/** `render-documents.ts <folder>`: writes the documents' PDFs there. A process of its own gives back the library's memory. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { renderDocuments } from '../../web/build/documents.ts';

const [, , folder = ''] = process.argv;
for (const { fileName, source } of await renderDocuments()) {
  const path = join(folder, fileName);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, source);
}
