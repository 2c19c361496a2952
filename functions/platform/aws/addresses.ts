import { environment } from './environment.ts';

export const mediaUrl = (path: string) => `${environment('MEDIA_ORIGIN')}/${path}`;

export const pictureUrl = (key: string | null) => (key === null ? null : mediaUrl(key));

/** The URL of a page of the web app by its path. */
export const pageUrl = (path: string) => environment('WEB_ORIGIN') + path;
