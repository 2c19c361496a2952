/** Puts the documents' PDFs into the web bucket, from which functions attach them to emails. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { LocalS3 } from './s3/s3.ts';

export async function releaseDocuments(s3: Pick<LocalS3, 'putFile'>, bucket: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'documents-'));
  await promisify(execFile)(process.execPath, [join(import.meta.dirname, 'render-documents.ts'), folder]);
  for (const name of readdirSync(join(folder, 'documentos')))
    await s3.putFile(bucket, `documentos/${name}`, join(folder, 'documentos', name), {
      contentType: 'application/pdf',
    });
  rmSync(folder, { recursive: true });
}
