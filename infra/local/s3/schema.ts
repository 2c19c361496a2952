import { DatabaseSync } from 'node:sqlite';

export function openIndex(file: string): DatabaseSync {
  const index = new DatabaseSync(file, { timeout: 5000 });
  index.exec(`
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = NORMAL;
    CREATE TABLE IF NOT EXISTS objects (
      bucket TEXT NOT NULL, key TEXT NOT NULL, file TEXT NOT NULL, size INTEGER NOT NULL, etag TEXT NOT NULL,
      modified INTEGER NOT NULL, headers TEXT NOT NULL, PRIMARY KEY (bucket, key)
    ) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS uploads (
      id TEXT PRIMARY KEY, bucket TEXT NOT NULL, key TEXT NOT NULL, initiated INTEGER NOT NULL, headers TEXT NOT NULL
    ) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS parts (
      upload TEXT NOT NULL, number INTEGER NOT NULL, file TEXT NOT NULL, size INTEGER NOT NULL, etag TEXT NOT NULL,
      modified INTEGER NOT NULL, PRIMARY KEY (upload, number)
    ) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS kept_versions (
      position INTEGER PRIMARY KEY AUTOINCREMENT, bucket TEXT NOT NULL, key TEXT NOT NULL, id TEXT NOT NULL,
      file TEXT NOT NULL, size INTEGER NOT NULL, etag TEXT NOT NULL, modified INTEGER NOT NULL, headers TEXT NOT NULL
    );
    CREATE INDEX IF NOT EXISTS kept_versions_by_key ON kept_versions (bucket, key);
  `);
  return index;
}
