/** A small JSON file, held in memory and written atomically with mode 0600. */
import { mkdirSync, readFileSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

export class JsonFile<T> {
  value: T;
  readonly #path: string;
  #currentWrite: Promise<void> = Promise.resolve();
  #nextWrite: Promise<void> | undefined;

  constructor(path: string, initial: T) {
    this.#path = path;
    this.value = read(path) ?? initial;
    mkdirSync(dirname(path), { recursive: true });
  }

  /** Resolves when the current value is on disk. Calls during a write share the next one. */
  save(): Promise<void> {
    this.#nextWrite ??= this.#currentWrite.then(() => {
      this.#nextWrite = undefined;
      const written = this.#write();
      // A failed write must not stop the next one: its own caller gets the error.
      this.#currentWrite = written.catch(() => {});
      return written;
    });
    return this.#nextWrite;
  }

  async #write(): Promise<void> {
    const unfinished = `${this.#path}.new`;
    await writeFile(unfinished, JSON.stringify(this.value, null, 1), { mode: 0o600 });
    await rename(unfinished, this.#path);
  }
}

function read<T>(path: string): T | undefined {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
  return JSON.parse(text);
}
