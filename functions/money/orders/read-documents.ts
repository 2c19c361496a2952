/** The PDFs of accepted documents, from the web bucket, for emails. */
import { toPdfName } from '../../../shared/domain/documents.ts';
import type { Attachment } from '../../platform/aws/email.ts';
import { environment } from '../../platform/aws/environment.ts';
import { readObject } from '../../platform/aws/storage.ts';
import type { AcceptedDocument } from './rules.ts';

/** @throws Error for a document that the release lacks, so that the email is sent once it has it. */
export const readDocuments = (documents: readonly AcceptedDocument[]): Promise<Attachment[]> =>
  Promise.all(
    documents.map(async ({ name, version }) => {
      const fileName = toPdfName(name, version);
      const bytes = await readObject({ bucket: environment('WEB_BUCKET'), key: `documentos/${fileName}` });
      if (!bytes) throw new Error(`The web app was released without ${fileName}`);
      return { fileName, contentType: 'application/pdf', base64: Buffer.from(bytes).toString('base64') };
    }),
  );
