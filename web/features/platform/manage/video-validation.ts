/** Validates a video file before the upload. */
import {
  hasVideoName,
  hasVideoSignature,
  headBytes,
  notVideo,
  type WantedVideo,
} from '../../../../shared/domain/video-file.ts';

/** Returns the error text, or undefined for a valid file. */
export async function validateVideoFile(file: File, wanted: WantedVideo): Promise<string | undefined> {
  if (!hasVideoName(wanted, file)) return notVideo[wanted];
  if (file.size === 0) return 'El archivo está vacío';
  const head = await file
    .slice(0, headBytes)
    .arrayBuffer()
    .catch(() => undefined);
  // An unreadable file is left to the server's check.
  return head === undefined || hasVideoSignature(wanted, new Uint8Array(head)) ? undefined : notVideo[wanted];
}
