/** Whether a file is an MP4, by what it says of itself and by its first bytes, before anything is sent (B-UI-6). */
export const notMp4 = 'El archivo debe ser un video MP4';

export async function isMp4(file: File): Promise<boolean> {
  const named = file.type === 'video/mp4' || (file.type === '' && /\.mp4$/i.test(file.name));
  if (!named) return false;
  const head = await file
    .slice(4, 8)
    .text()
    .catch(() => undefined);
  // A file that cannot be read now is judged by the server.
  return head === undefined || firstBoxes.has(head);
}

/** The boxes that an ISO base media file may begin with. */
const firstBoxes = new Set(['ftyp', 'styp', 'moov', 'mdat', 'free', 'skip', 'wide', 'pdin']);
