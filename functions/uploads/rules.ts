/** Parts, names and types of large files. Pure. */
import { uploadPartBytes } from '../../shared/limits.ts';
import type { MediaKind } from '../../shared/media-address.ts';
import type { FileDescription } from '../../shared/uploads.ts';
import type { ReceivedPart } from '../aws/storage.ts';

/** S3 takes parts of the same size, the last one smaller; the first part is number 1. */
export function partCount(size: number): number {
  return Math.max(1, Math.ceil(size / uploadPartBytes));
}

const extensions = ['mp4', 'm4v', 'mov', 'mkv', 'webm', 'avi', 'mpg', 'mpeg', 'ts', 'mts', 'm2ts', '3gp', 'wmv', 'mxf'];

/** Row B-UI-6: `video/*` by its type, or by its name where the browser knows no type for it. */
export function isVideo({ name, type }: Pick<FileDescription, 'name' | 'type'>): boolean {
  if (type.startsWith('video/')) return true;
  return (type === '' || type === 'application/octet-stream') && extensions.includes(extensionOf(name));
}

/** Row B-UI-6: ads and content are MP4. */
export function isMp4({ name, type }: Pick<FileDescription, 'name' | 'type'>): boolean {
  return type === 'video/mp4' || (type === '' && extensionOf(name) === 'mp4');
}

/** Where the source of a video lies. The extension helps the encoder; nothing else of the name is kept in it. */
export function sourceKey(kind: MediaKind, id: string, fileName: string): string {
  const extension = extensionOf(fileName);
  return `${kind}/${id}/source.${extensions.includes(extension) ? extension : 'bin'}`;
}

/** `vods/{id}/source.mp4` → which video has arrived. */
export function parseSourceKey(key: string): { kind: string; id: string } | undefined {
  const [, kind, id] = /^(\w+)\/([0-9A-Z]{26})\/source\.\w+$/.exec(key) ?? [];
  return kind && id ? { kind, id } : undefined;
}

/** Whether every byte has arrived: all parts, each whole. */
export function isComplete(received: readonly ReceivedPart[], size: number): boolean {
  return (
    received.length === partCount(size) &&
    received.every(({ part, size: bytes }, index) => part === index + 1 && bytes === partSize(size, part))
  );
}

/** Bytes of one part. */
export function partSize(size: number, part: number): number {
  return Math.min(uploadPartBytes, size - (part - 1) * uploadPartBytes);
}

const extensionOf = (name: string) => /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '';
