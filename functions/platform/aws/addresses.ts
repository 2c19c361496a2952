/** Addresses on the media host. */
import { environment } from './environment.ts';

/** The public address of a path on the media host. */
export const mediaUrl = (path: string) => `${environment('MEDIA_ORIGIN')}/${path}`;

/** The public address of a picture's key in the media bucket; null without one. */
export const pictureUrl = (key: string | null) => (key === null ? null : mediaUrl(key));
