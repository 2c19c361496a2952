/** Costs of measuring playback quality (functions/viewing/quality). Reports travel with heartbeats. */
import { qualityReportMs } from '../../shared/domain/quality-limits.ts';
import { prices } from './prices.ts';

/** The number of a playback's last report, and the sums of the hour. */
export const writesPerReport = 2;
/** Reports of an hour, including the first and the last one of a playback. */
export const reportsPerHour = 3_600_000 / qualityReportMs + 2;

/** Dollars per viewer and hour. */
export const computeQualityPrice = (): number => reportsPerHour * writesPerReport * prices.dynamo.write;
