/**
 * Stores objects as files at `s3/<bucket>/<key>`, so that other programs can read them, and metadata in SQLite. A change
 * is one synchronous step, so that no reader sees half of it. Unsupported: keys that are not plain paths (`a/../b`).
 */
import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, renameSync, rmdirSync, rmSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { ServiceError } from '../wire/http-server.ts';
import { openIndex } from './schema.ts';

export interface StoredObject {
  key: string;
  /** Absolute path of the bytes. */
  file: string;
  size: number;
  /** Has no quotes. */
  etag: string;
  /** Milliseconds since the Unix epoch. */
  modified: number;
  /** Response headers, with names in lower case. */
  headers: Record<string, string>;
}

export class ObjectStore {
  readonly index: DatabaseSync;
  readonly #dataDir: string;
  readonly #incoming: string;

  constructor(dataDir: string) {
    this.#dataDir = dataDir;
    this.#incoming = join(dataDir, 's3-meta/incoming');
    for (const folder of ['s3', 's3-meta/incoming', 's3-meta/parts', 's3-meta/versions'])
      mkdirSync(join(dataDir, folder), { recursive: true });
    this.index = openIndex(join(dataDir, 's3-meta/index.sqlite'));
    this.#sweep();
  }

  /** Returns a temporary path for an upload; the next start removes what a crash left. */
  createIncomingPath(): string {
    return join(this.#incoming, randomUUID());
  }

  toPartPath(name: string): string {
    return join(this.#dataDir, 's3-meta/parts', name);
  }

  toVersionPath(id: string): string {
    return join(this.#dataDir, 's3-meta/versions', id);
  }

  toRelativePath(file: string): string {
    return relative(this.#dataDir, file);
  }

  get(bucket: string, key: string): StoredObject | undefined {
    const row = this.index.prepare('SELECT * FROM objects WHERE bucket = ? AND key = ?').get(bucket, key);
    return row && this.toObject(row);
  }

  toObject(row: Record<string, unknown>): StoredObject {
    return {
      key: String(row.key),
      file: join(this.#dataDir, String(row.file)),
      size: Number(row.size),
      etag: String(row.etag),
      modified: Number(row.modified),
      headers: JSON.parse(String(row.headers)),
    };
  }

  /** Makes a complete file the object at this key. */
  put(
    bucket: string,
    key: string,
    incoming: string,
    { size, etag, headers }: Pick<StoredObject, 'size' | 'etag' | 'headers'>,
  ): StoredObject {
    const file = join(this.#dataDir, 's3', bucket, key);
    mkdirSync(dirname(file), { recursive: true });
    renameSync(incoming, file);
    const object = { key, file, size, etag, headers, modified: Date.now() };
    this.index
      .prepare(
        'INSERT OR REPLACE INTO objects (bucket, key, file, size, etag, modified, headers) VALUES (?,?,?,?,?,?,?)',
      )
      .run(bucket, key, relative(this.#dataDir, file), size, etag, object.modified, JSON.stringify(headers));
    return object;
  }

  delete(bucket: string, key: string): void {
    const object = this.get(bucket, key);
    if (!object) return;
    this.index.prepare('DELETE FROM objects WHERE bucket = ? AND key = ?').run(bucket, key);
    rmSync(object.file, { force: true });
    const top = join(this.#dataDir, 's3', bucket);
    try {
      for (let folder = dirname(object.file); folder.startsWith(`${top}/`); folder = dirname(folder)) rmdirSync(folder);
    } catch {
      // The folder still contains other objects.
    }
  }

  close(): void {
    this.index.close();
  }

  #sweep(): void {
    rmSync(this.#incoming, { recursive: true, force: true });
    mkdirSync(this.#incoming);
    const parts = join(this.#dataDir, 's3-meta/parts');
    const knownFiles = new Set(
      this.index
        .prepare('SELECT file FROM parts')
        .all()
        .map((row) => row.file),
    );
    for (const name of readdirSync(parts)) if (!knownFiles.has(name)) rmSync(join(parts, name));
  }
}

export function assertKey(key: string): string {
  if (Buffer.byteLength(key) > 1024) throw new ServiceError('KeyTooLongError', 'Your key is too long');
  if (/[\0\\]/.test(key) || key.split('/').some((segment) => ['', '.', '..'].includes(segment)))
    throw new ServiceError('NotImplemented', 'The local S3 does not support keys that are no plain paths.', 501);
  return key;
}
