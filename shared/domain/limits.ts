/** Sizes, delays and lifetimes shared by browser and server. */

export const pageSize = 12;

/** The length of the longest title. */
export const searchMaxLength = 200;

/** Interval of a player's watch reports. */
export const watchReportMs = 20_000;

/** Refresh interval of lists of lives: with the edge's 2 s cache, a new live shows within 12 s. */
export const livesRefreshMs = 9_000;

/** Milliseconds after which the open page of a live asks again. */
export const liveRefreshMs = 30_000;
/**
 * The same interval for an audience of thousands, or an unknown one: as short as the promise to end removed seconds.
 */
export const crowdRefreshMs = 60_000;

/** Parts of equal length in which a recording's audience is counted. */
export const audienceParts = 100;

/** Poll interval for re-checking a paid entitlement; a refund ends playback within a minute. */
export const accessCheckMs = 45_000;

/** A stream lease expires this long after the last report. */
export const leaseMs = 45_000;

/** Interval at which a viewer's right to a live's shared playlists is checked again: shorter than a lease. */
export const sharedPlaylistMs = 30_000;

/**
 * The same for the live windows of a phone, whose viewers the signature lets in as to a recording. The page still notices
 * a right that ends, by its own poll and its heartbeats; a hidden match is refused at once, at the edge's origin.
 */
const phonePlaylistMs = 600_000;

/** End of the names of a phone's live playlists, which are windows of some seconds. */
export const phoneWindowSuffix = '_live';
export const isPhoneWindow = (name: string): boolean => name.endsWith(`${phoneWindowSuffix}.m3u8`);

/** Milliseconds after which a player may return to a rendition of a phone in which a segment was missing. */
export const gapPenaltyMs = 2_000;

/** Milliseconds for which a viewer may reload a growing playlist at its shared address. */
export const toSharedPlaylistMs = (name: string): number => (isPhoneWindow(name) ? phonePlaylistMs : sharedPlaylistMs);

/**
 * Distance behind the camera for a live watched from its recording: IVS lists segments of ten seconds every half minute,
 * and players request the list every twelve seconds.
 */
export const liveDelayMs = 55_000;

/** Seconds between the key frames of an encoding, to which players move a jump. A segment has a whole number of them. */
export const gopSeconds = 2;

/** Empty in a browser. */
const environment = (globalThis as { process?: { env: Record<string, string | undefined> } }).process?.env ?? {};

/** A source that reconnects within this time continues its broadcast. Tests shorten it. */
export const reconnectWindowMs = Number(environment.RECONNECT_WINDOW_MS ?? 30_000);

/** Lambda's limit: 6 MB after base64, so 4.5 MB, less the form around the file. */
export const formFileBytes = 4_400_000;

/** S3 allows 10,000 parts; the largest accepted file is 20 GB. */
export const uploadPartBytes = 8 * 1024 * 1024;
export const maxUploadBytes = 20 * 1024 ** 3;

export const passwordMinLength = 8;
/** Cognito's limit. */
export const passwordMaxLength = 256;
/** Cognito's PasswordType: no blanks at the ends. Cognito would reject them only after the account was created. */
export const passwordPattern = /^\S+.*\S+$/;
export const passwordPatternText = 'La contraseña no puede empezar ni terminar con un espacio';
export const passwordHint = `Al menos ${passwordMinLength} caracteres, sin espacios al principio ni al final.`;
