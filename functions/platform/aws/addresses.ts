import { environment } from './environment.ts';

/** The public URL of a path on the media host. */
export const mediaUrl = (path: string) => `${environment('MEDIA_ORIGIN')}/${path}`;

/** The public URL of a picture by its key in the media bucket. */
export const pictureUrl = (key: string | null) => (key === null ? null : mediaUrl(key));

/** The URL of a page of the web app by its path. */
export const pageUrl = (path: string) => environment('WEB_ORIGIN') + path;
