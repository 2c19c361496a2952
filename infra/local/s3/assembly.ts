/**
 * Assembles the parts of an upload while they arrive, so that completing a large one is short, as in the service. After
 * a restart, or a replaced part, the file is assembled again.
 */
import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { ObjectStore } from './store.ts';

interface Assembly {
  path: string;
  /** Part files that it contains, in order. */
  files: string[];
  /** The work under way. */
  work: Promise<void>;
}

const assemblies = new Map<string, Assembly>();

/** Appends the stored parts, which are given in order, as far as none is missing. */
export function assembleAhead(store: ObjectStore, upload: string, parts: readonly { number: number; file: string }[]) {
  const assembly = assemblies.get(upload) ?? { path: store.createIncomingPath(), files: [], work: Promise.resolve() };
  assemblies.set(upload, assembly);
  const next = parts.find(({ number }) => number === assembly.files.length + 1);
  if (!next) return;
  const files = parts.filter((part, index) => part.number === index + 1).map(({ file }) => file);
  // A failure shows when the upload is completed.
  assembly.work = assembly.work.then(() => append(store, assembly, files)).catch(() => forgetAssembly(upload));
}

/** Returns the path of a file with these part files, which is the caller's from then on. */
export async function assemble(store: ObjectStore, upload: string, files: readonly string[]): Promise<string> {
  const ahead = assemblies.get(upload);
  await ahead?.work;
  const isPart = ahead && assemblies.has(upload) && ahead.files.every((file, index) => file === files[index]);
  if (!isPart) await forgetAssembly(upload);
  assemblies.delete(upload);
  const assembly = isPart ? ahead : { path: store.createIncomingPath(), files: [], work: Promise.resolve() };
  await append(store, assembly, files);
  return assembly.path;
}

export async function forgetAssembly(upload: string): Promise<void> {
  const assembly = assemblies.get(upload);
  assemblies.delete(upload);
  if (assembly) await rm(assembly.path, { force: true });
}

async function append(store: ObjectStore, assembly: Assembly, files: readonly string[]): Promise<void> {
  for (const file of files.slice(assembly.files.length)) {
    await pipeline(
      createReadStream(store.toPartPath(file), { highWaterMark: 1024 ** 2 }),
      createWriteStream(assembly.path, { flags: 'a', highWaterMark: 4 * 1024 ** 2 }),
    );
    assembly.files.push(file);
  }
}
