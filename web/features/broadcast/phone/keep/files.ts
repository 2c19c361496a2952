/** The files of one match's broadcast on this phone, in the browser's private file system (OPFS). */

/** A file with synchronous writes, which survive a kill of the page. */
export interface SyncFile {
  read(): Uint8Array;
  /** @throws if the bytes do not fit; they may then be appended again. */
  append(bytes: Uint8Array): void;
  flush(): void;
  close(): void;
}

export interface Files {
  open(name: string): Promise<SyncFile>;
  remove(name: string): Promise<void>;
  names(): Promise<string[]>;
}

/** Missing in TypeScript's DOM types, because only workers have it. */
interface SyncAccessHandle {
  getSize(): number;
  read(buffer: Uint8Array, options: { at: number }): number;
  write(buffer: Uint8Array, options: { at: number }): number;
  flush(): void;
  close(): void;
}
type FileHandle = FileSystemFileHandle & { createSyncAccessHandle(): Promise<SyncAccessHandle> };
type FolderHandle = FileSystemDirectoryHandle & { keys(): AsyncIterable<string> };

/** Folder of all broadcasts; each match has its own in it. */
const home = 'emitir';

/** Opens the folder of a match. Sync handles exist where `createWritable` does not: on iPhones below iOS 26. */
export async function openFiles(eventId: string): Promise<Files> {
  const root = await navigator.storage.getDirectory();
  const folder = (await (
    await root.getDirectoryHandle(home, { create: true })
  ).getDirectoryHandle(eventId, { create: true })) as FolderHandle;
  return {
    async open(name) {
      const file = (await folder.getFileHandle(name, { create: true })) as FileHandle;
      return toSyncFile(await file.createSyncAccessHandle());
    },
    remove: (name) => folder.removeEntry(name),
    async names() {
      const names: string[] = [];
      for await (const name of folder.keys()) names.push(name);
      return names;
    },
  };
}

function toSyncFile(handle: SyncAccessHandle): SyncFile {
  let end = handle.getSize();
  return {
    read() {
      const bytes = new Uint8Array(end);
      handle.read(bytes, { at: 0 });
      return bytes;
    },
    append(bytes) {
      // Some browsers write less instead of throwing when the disk is full; another attempt overwrites that.
      if (handle.write(bytes, { at: end }) < bytes.length)
        throw new DOMException('The disk is full', 'QuotaExceededError');
      end += bytes.length;
    },
    flush: () => handle.flush(),
    close: () => handle.close(),
  };
}

/** Keeps files in memory: where the browser stores nothing, the page works as long as it stays open. */
export function createMemoryFiles(): Files {
  const chunks = new Map<string, Uint8Array[]>();
  return {
    async open(name) {
      const parts = chunks.get(name) ?? [];
      chunks.set(name, parts);
      return {
        read: () => joinBytes(parts),
        append: (bytes) => void parts.push(bytes),
        flush: () => undefined,
        close: () => undefined,
      };
    },
    remove: async (name) => void chunks.delete(name),
    names: async () => [...chunks.keys()],
  };
}

export function joinBytes(parts: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}
