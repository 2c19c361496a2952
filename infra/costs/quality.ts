/** Costs of what viewers feel being measured (functions/viewing/quality). It travels with heartbeats: no further requests. */
import { qualityReportMs } from '../../shared/domain/quality-limits.ts';
import { prices } from './prices.ts';

/** The number of a playback's last report, and the sums of the hour. */
export const writesPerReport = 2;
/** Reports of an hour, with the first and the last. */
export const reportsPerHour = 3_600_000 / qualityReportMs + 2;

/** Dollars for an hour of a viewer. */
export const computeQualityPrice = (): number => reportsPerHour * writesPerReport * prices.dynamo.write;
