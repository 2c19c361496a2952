/** Parts and keys of large files. Pure. */
import { idSource } from '../../../shared/domain/ids.ts';
import { uploadPartBytes } from '../../../shared/domain/limits.ts';
import type { MediaKind } from '../../../shared/domain/media-address.ts';
import { readExtension, videoExtensions } from '../../../shared/domain/video-file.ts';

/** S3 takes equal parts with a smaller last one; they are numbered from 1. */
export function countParts(size: number): number {
  return Math.max(1, Math.ceil(size / uploadPartBytes));
}

/** Key of a video's source. The extension helps the encoder; the rest of the file name is dropped. */
export function sourceKey(kind: MediaKind, id: string, fileName: string): string {
  const extension = readExtension(fileName);
  return `${kind}/${id}/source.${videoExtensions.includes(extension) ? extension : 'bin'}`;
}

const sourceKeyPattern = new RegExp(`^(\\w+)/(${idSource})/source\\.\\w+$`);

/** Parses `vods/{id}/source.mp4`. */
export function parseSourceKey(key: string): { kind: string; id: string } | undefined {
  const [, kind, id] = sourceKeyPattern.exec(key) ?? [];
  return kind && id ? { kind, id } : undefined;
}

export function isComplete(received: readonly { part: number; size: number }[], size: number): boolean {
  return (
    received.length === countParts(size) &&
    received.every(({ part, size: bytes }, index) => part === index + 1 && bytes === computePartSize(size, part))
  );
}

export function computePartSize(size: number, part: number): number {
  return Math.min(uploadPartBytes, size - (part - 1) * uploadPartBytes);
}
