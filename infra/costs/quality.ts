/** Costs of measuring playback quality (functions/viewing/quality), whose reports are part of heartbeats. */
import { qualityReportMs } from '../../shared/domain/quality-limits.ts';
import { prices } from './prices.ts';

/** A report writes the number of the playback's last report, and the sums of the hour. */
export const writesPerReport = 2;
/** Includes the first and the last report of a playback. */
export const reportsPerHour = 3_600_000 / qualityReportMs + 2;

/** Dollars per viewer and hour. */
export const computeQualityPrice = (): number => reportsPerHour * writesPerReport * prices.dynamo.write;
