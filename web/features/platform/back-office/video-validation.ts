import {
  hasVideoName,
  hasVideoSignature,
  headBytes,
  notVideo,
  type WantedVideo,
} from '../../../../shared/domain/video-file.ts';

/** Validates a file before its upload; returns the error text, or undefined. */
export async function validateVideoFile(file: File, wanted: WantedVideo): Promise<string | undefined> {
  if (!hasVideoName(wanted, file)) return notVideo[wanted];
  if (file.size === 0) return 'El archivo está vacío';
  const head = await file
    .slice(0, headBytes)
    .arrayBuffer()
    .catch(() => undefined);
  // The server checks a file that the browser cannot read.
  return head === undefined || hasVideoSignature(wanted, new Uint8Array(head)) ? undefined : notVideo[wanted];
}
