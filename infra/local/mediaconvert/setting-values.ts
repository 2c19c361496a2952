import * as z from 'zod';

/** Non-drop-frame timecode; drop-frame (`;`) is unsupported. */
export const Timecode = z.string().regex(/^\d\d:[0-5]\d:[0-5]\d:\d\d$/, 'must be HH:MM:SS:FF');

export const S3Url = z.string().regex(/^s3:\/\/[^/]+\/.+$/, 'must be an s3:// URL');
export const positive = z.number().int().positive();
