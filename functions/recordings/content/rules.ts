/** Visibility of editorial videos. Pure. */
import type { MediaFields } from '../media/rules.ts';

type VisibilityFields = Pick<MediaFields, 'visible' | 'status'>;

/** Visible, with a received file. A video in processing is listed too, and its page says so. */
export const isPublished = ({ visible, status }: VisibilityFields) =>
  visible && (status === 'STARTED' || status === 'FINISHED');

/** Videos for the home page, which links only to playable ones. */
export const isPlayable = ({ visible, status }: VisibilityFields) => visible && status === 'FINISHED';
