/** Sizes, delays and lifetimes that browser and server must agree on. Rows: A-CONST, V-PLAY-7, V-UI-3. */

/** Items on a page of any list. */
export const pageSize = 12;

/** A search by the longest title of anything. */
export const searchMaxLength = 200;

/** A viewer's player reports that it is watching this often. */
export const watchReportMs = 20_000;

/** Lists of lives look again this often: with the 5 s that the edge may keep an answer, a new live shows within 15 s. */
export const livesRefreshMs = 9_000;

/** The audience of a recording is counted in so many parts of equal length. */
export const audienceParts = 100;

/** Whoever watches by right of a payment asks this often whether it still stands: a refund ends it within a minute. */
export const accessCheckMs = 45_000;

/** A stream that nobody reports any more is free again after this time. */
export const leaseMs = 45_000;

/** A source that comes back within this time goes on with the same broadcast (row B-CAM-23). */
export const reconnectWindowMs = 30_000;

/** API Gateway's HTTP APIs refuse a larger request. */
export const apiPayloadBytes = 10 * 1024 * 1024;

/** What one Lambda call can take in: 6 MB after base64, so 4.5 MB of file bytes, less the form around them. */
export const formFileBytes = 4_400_000;

/** S3 allows 10,000 parts of 5 MiB to 5 GiB; a match of 20 GB is the largest that we take. */
export const uploadPartBytes = 8 * 1024 * 1024;
export const maxUploadBytes = 20 * 1024 ** 3;

export const passwordMinLength = 8;
/** Cognito's limit. */
export const passwordMaxLength = 256;
