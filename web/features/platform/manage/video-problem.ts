/** What keeps a file from being sent as a video, judged before a byte of it leaves (B-UI-6). */
import { begins, headBytes, isNamed, notVideo, type WantedVideo } from '../../../../shared/domain/video-file.ts';

/** The text for the user, undefined when nothing does. */
export async function videoProblem(file: File, wanted: WantedVideo): Promise<string | undefined> {
  if (!isNamed(wanted, file)) return notVideo[wanted];
  if (file.size === 0) return 'El archivo está vacío';
  const head = await file
    .slice(0, headBytes)
    .arrayBuffer()
    .catch(() => undefined);
  // A file that cannot be read now is judged by the server.
  return head === undefined || begins(wanted, new Uint8Array(head)) ? undefined : notVideo[wanted];
}
