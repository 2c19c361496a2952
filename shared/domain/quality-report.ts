/**
 * A player's report of playback quality since the last report. `sid`, `sn`, `msd`, `bsd`, `pb`, `mtp` and `ec` have the
 * names and units of CTA-5004-B (CMCD version 2); the other fields are ours. infra/FINDINGS.md compares the terms.
 */
import * as z from 'zod';
import {
  failureKinds,
  maxQualityReports,
  maxReportAge,
  maxReportedSeconds,
  maxSequence,
  maxStartMs,
  maxWaits,
} from './quality-limits.ts';

const Waits = z
  .array(
    z
      .int()
      .min(0)
      .max(maxReportedSeconds * 1000),
  )
  .max(maxWaits)
  .default([]);

const PlayedRung = z.object({
  /** Kilobits per second, as declared by the playlist; 0 if unknown. */
  pb: z.int().min(0).max(100_000),
  /** Pixels; 0 if unknown. */
  height: z.int().min(0).max(4_320),
  seconds: z.number().min(0).max(maxReportedSeconds),
});

export const QualityReport = z.object({
  /** Token of the playback's address, which names the video or live. */
  token: z.string().max(1024),
  /** Random id of this playback; it only prevents a repeated report from counting twice. */
  sid: z.string().regex(/^[0-9a-f]{32}$/),
  sn: z.int().min(1).max(maxSequence),
  /** Seconds since the report was made; more than zero after a failed attempt to send it. */
  age: z.number().min(0).max(maxReportAge).default(0),
  /** The first report of this viewer in this hour. */
  isNewViewer: z.boolean().default(false),
  /** Media start delay: milliseconds from the viewer's action to the first picture. */
  msd: z.int().min(0).max(maxStartMs).optional(),
  /** The viewer left before the first picture, after having waited at least two seconds. */
  isAbandoned: z.boolean().default(false),
  /** Milliseconds of each stall. */
  bsd: Waits,
  /** Milliseconds of each wait after a jump or a change to another part of a live. */
  jumps: Waits,
  /** Seconds in which the picture moved, by rung; the sum is cut to `maxReportedSeconds`. */
  played: z.array(PlayedRung).max(12).default([]),
  /** Kilobits per second, rounded to hundreds. */
  mtp: z.int().min(0).max(10_000_000).optional(),
  /** Bytes of segments; absent where the browser does not tell. */
  bytes: z.int().min(0).max(4_000_000_000).optional(),
  ec: z.array(z.enum(failureKinds)).max(10).default([]),
});
export type QualityReport = z.output<typeof QualityReport>;

export const QualityReports = z.array(QualityReport).min(1).max(maxQualityReports);
