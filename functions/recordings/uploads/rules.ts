/** Parts and names of large files. Pure. */
import { uploadPartBytes } from '../../../shared/domain/limits.ts';
import type { MediaKind } from '../../../shared/domain/media-address.ts';
import { readExtension, videoExtensions } from '../../../shared/domain/video-file.ts';

/** S3 takes parts of the same size, the last one smaller; the first part is number 1. */
export function partCount(size: number): number {
  return Math.max(1, Math.ceil(size / uploadPartBytes));
}

/** Where the source of a video lies. The extension helps the encoder; nothing else of the name is kept in it. */
export function sourceKey(kind: MediaKind, id: string, fileName: string): string {
  const extension = readExtension(fileName);
  return `${kind}/${id}/source.${videoExtensions.includes(extension) ? extension : 'bin'}`;
}

/** `vods/{id}/source.mp4` → which video has arrived. */
export function parseSourceKey(key: string): { kind: string; id: string } | undefined {
  const [, kind, id] = /^(\w+)\/([0-9A-Z]{26})\/source\.\w+$/.exec(key) ?? [];
  return kind && id ? { kind, id } : undefined;
}

/** Whether every byte has arrived: all parts, each whole. */
export function isComplete(received: readonly { part: number; size: number }[], size: number): boolean {
  return (
    received.length === partCount(size) &&
    received.every(({ part, size: bytes }, index) => part === index + 1 && bytes === partSize(size, part))
  );
}

/** Bytes of one part. */
export function partSize(size: number, part: number): number {
  return Math.min(uploadPartBytes, size - (part - 1) * uploadPartBytes);
}
