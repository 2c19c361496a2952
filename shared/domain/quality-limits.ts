/** Limits of a player's quality reports, without the schema, so that pages with a video load no validation library. */

/** Seconds; an older report is refused, because the sums of its hour are complete. */
export const maxReportAge = 7_200;
/** Milliseconds; longer waits are cut to this value. */
export const maxStartMs = 120_000;
/** Milliseconds between two reports of quality; they travel with every third heartbeat. */
export const qualityReportMs = 60_000;
/** Milliseconds between two reports of a visitor, who sends no heartbeats. */
export const visitorReportMs = 900_000;
/** Reports in one request: the current one, and those of another camera or of a time without network. */
export const maxQualityReports = 4;
/** Largest sequence number: more reports than a playback can send in six hours, the life of its token. */
export const maxSequence = 2_000;
export const maxWaits = 100;

/** Kinds of failures that ended playback. */
export const failureKinds = ['playlist', 'segment', 'key', 'decoding', 'unsupported', 'other'] as const;
export type FailureKind = (typeof failureKinds)[number];

/** Limit of the seconds of playback or of one wait in a report: longer than the pause between two reports. */
export const maxReportedSeconds = 1_200;
