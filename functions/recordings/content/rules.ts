/** What visitors and viewers may find of the editorial videos. Pure. */
import type { MediaFields } from '../media/rules.ts';

/** Set visible. A video that is still being processed is listed too: its page says so (row V-VIDEO-4). */
export const isPublished = (video: Pick<MediaFields, 'visible' | 'status'>) =>
  video.visible && video.status !== 'FAILED';
