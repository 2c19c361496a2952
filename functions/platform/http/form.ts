/** Parses multipart/form-data in memory, for files small enough for API Gateway. */
import busboy from 'busboy';
import type { FormFileField } from '../../../shared/contract/endpoint.ts';
import { ApiError } from '../../../shared/contract/errors.ts';
import type { FormFile } from './request.ts';

/**
 * Reads fields and files.
 * @throws ApiError for a file field that is not in `fields`, or a file over its limit.
 */
export function readForm(bytes: Buffer, contentType: string, fields: Record<string, FormFileField>) {
  return new Promise<{ body: Record<string, unknown>; files: Record<string, FormFile> }>((resolve, reject) => {
    const body: Record<string, unknown> = {};
    const files: Record<string, FormFile> = {};
    let parser: ReturnType<typeof busboy>;
    try {
      parser = busboy({
        headers: { 'content-type': contentType },
        defParamCharset: 'utf8',
        limits: { fields: 100, files: 5, fieldSize: 100_000, parts: 110, headerPairs: 50 },
      });
    } catch {
      reject(new ApiError('REQ4000'));
      return;
    }
    const nameless = () => reject(new ApiError('REQ4000', 'Un campo del formulario no tiene nombre'));
    // A part may lack a name, although the parser's types require one.
    parser.on('field', (name?: string, value = '') => (name ? addField(body, name, value) : nameless()));
    parser.on('file', (name, stream, { filename, mimeType }) => {
      if (!name) {
        stream.resume();
        return nameless();
      }
      const limit = fields[name]?.bytes;
      const chunks: Buffer[] = [];
      let size = 0;
      if (limit === undefined) reject(new ApiError('REQ4000', `El campo de archivo ${name} no se admite`));
      stream.on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (limit !== undefined && size > limit) reject(new ApiError('REQ4130'));
        else chunks.push(chunk);
      });
      stream.on('end', () => {
        files[name] = { name: filename ?? '', type: mimeType, bytes: Buffer.concat(chunks) };
      });
    });
    parser.on('close', () => resolve({ body, files }));
    parser.on('error', () => reject(new ApiError('REQ4000')));
    parser.end(bytes);
  });
}

/** Repeated fields and fields called `name[]` become arrays; names such as `__proto__` are ignored. */
function addField(body: Record<string, unknown>, name: string, value: string): void {
  if (!/^\w+(\[\])?$/.test(name) || name.startsWith('__')) return;
  const plain = name.replace(/\[\]$/, '');
  const before = body[plain];
  const isList = name.endsWith('[]') || before !== undefined;
  body[plain] = isList ? [...(before === undefined ? [] : [before].flat()), value] : value;
}
