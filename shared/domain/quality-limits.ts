/** Limits of a player's reports of quality, without the schema: a page with a video loads no validation library. */

/** Seconds; a later report is refused, because its hour has been summed. */
export const maxReportAge = 7_200;
/** Milliseconds; a longer wait counts as this one. */
export const maxStartMs = 120_000;
/** Milliseconds between two reports of quality; they travel with every third heartbeat. */
export const qualityReportMs = 60_000;
/** Milliseconds between two reports of a visitor, who sends no heartbeats. */
export const visitorReportMs = 900_000;
/** Reports in one request: of this player and of the last ones, after a change of camera or without a network. */
export const maxQualityReports = 4;
/** Longer than a playback: a token lasts six hours. */
export const maxSequence = 2_000;
export const maxWaits = 100;

/** Kinds of failures that ended playback. */
export const failureKinds = ['playlist', 'segment', 'key', 'decoding', 'unsupported', 'other'] as const;
export type FailureKind = (typeof failureKinds)[number];

/** Seconds of playback or of one wait in a report: longer than the pause between two. */
export const maxReportedSeconds = 1_200;
