/** Parses multipart/form-data in memory, for files small enough for API Gateway. */
import { MIMEType } from 'node:util';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import type { FormFileField } from '../../../shared/contract/endpoint.ts';
import { ApiError } from '../../../shared/contract/errors.ts';
import type { FormFile } from './request.ts';

interface Form {
  body: Record<string, unknown>;
  files: Record<string, FormFile>;
}

const maxParts = 110;
const maxFieldBytes = 100_000;

/**
 * Reads fields and files.
 * @throws ApiError for a form that cannot be read, with too many parts or too long a text, for a file field that is not
 * in `fields`, or a file over its limit.
 */
export async function readForm(
  bytes: Buffer,
  contentType: string,
  fields: Record<string, FormFileField>,
): Promise<Form> {
  assertFewParts(bytes, contentType);
  const form: Form = { body: {}, files: {} };
  await new Promise<void>((resolve, reject) => {
    const parser = createParser(contentType);
    // A part may lack a name, although the parser's types require one.
    parser.on('field', (name?: string, value = '', _isNameCut = false, isCut = false) => {
      if (!name) reject(createNamelessError());
      else if (isCut) reject(new ApiError('REQ4000', `El campo ${name} es demasiado largo`));
      else addField(form.body, name, value);
    });
    parser.on('file', (name, stream, fileName, _encoding, type) => {
      const limit = fields[name]?.bytes;
      if (!name) reject(createNamelessError());
      else if (limit === undefined) reject(new ApiError('REQ4000', `El campo de archivo ${name} no se admite`));
      const chunks: Buffer[] = [];
      let size = 0;
      stream.on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (limit !== undefined && size > limit) reject(new ApiError('REQ4130'));
        else chunks.push(chunk);
      });
      stream.on('end', () => {
        form.files[name] = { name: fileName ?? '', type, bytes: Buffer.concat(chunks) };
      });
    });
    parser.on('finish', resolve);
    parser.on('error', () => reject(new ApiError('REQ4000')));
    parser.end(bytes);
  });
  return form;
}

const createNamelessError = () => new ApiError('REQ4000', 'Un campo del formulario no tiene nombre');

function createParser(contentType: string): BusboyInstance {
  try {
    const limits = { fields: maxParts, files: 5, fieldSize: maxFieldBytes, parts: maxParts, headerPairs: 50 };
    return new Busboy({ headers: { 'content-type': contentType }, limits });
  } catch {
    throw new ApiError('REQ4000');
  }
}

/** Refuses many small parts before they are parsed: the parser takes a second for 80,000, although its limit is lower. */
function assertFewParts(bytes: Buffer, contentType: string): void {
  const border = `--${readBoundary(contentType)}`;
  let parts = 0;
  for (let at = bytes.indexOf(border); at >= 0; at = bytes.indexOf(border, at + border.length)) {
    parts += 1;
    // The last border ends the form.
    if (parts > maxParts + 1) throw new ApiError('REQ4000', 'El formulario tiene demasiados campos');
  }
}

function readBoundary(contentType: string): string {
  try {
    const boundary = new MIMEType(contentType).params.get('boundary');
    if (boundary) return boundary;
  } catch {
    // Answered like a missing boundary.
  }
  throw new ApiError('REQ4000');
}

/** Repeated fields and fields called `name[]` become arrays; names such as `__proto__` are ignored. */
function addField(body: Record<string, unknown>, name: string, value: string): void {
  if (!/^\w+(\[\])?$/.test(name) || name.startsWith('__')) return;
  const plain = name.replace(/\[\]$/, '');
  const before = body[plain];
  const isList = name.endsWith('[]') || before !== undefined;
  body[plain] = isList ? [...(before === undefined ? [] : [before].flat()), value] : value;
}
