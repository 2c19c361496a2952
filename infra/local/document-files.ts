/** Puts the documents' PDFs into the web bucket, from which functions attach them to emails. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { renderDocuments } from '../../web/build/documents.ts';
import type { LocalS3 } from './s3/s3.ts';

export async function releaseDocuments(s3: Pick<LocalS3, 'putFile'>, bucket: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'documents-'));
  for (const { fileName, source } of await renderDocuments()) {
    const path = join(folder, 'document.pdf');
    writeFileSync(path, source);
    await s3.putFile(bucket, fileName, path, { contentType: 'application/pdf' });
  }
  rmSync(folder, { recursive: true });
}
