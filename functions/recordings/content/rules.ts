/** What visitors and viewers may find of the editorial videos. Pure. */
import type { MediaFields } from '../media/rules.ts';

type Shown = Pick<MediaFields, 'visible' | 'status'>;

/**
 * Set visible, and its file is there: what was begun and never sent is no video. One that is still being processed is
 * listed too: its page says so (row V-VIDEO-4).
 */
export const isPublished = ({ visible, status }: Shown) => visible && (status === 'STARTED' || status === 'FINISHED');

/** What may stand on the home page: nobody is sent from there to something that does not play yet. */
export const isPlayable = ({ visible, status }: Shown) => visible && status === 'FINISHED';
