/** Costs of one hour of one viewer. Pure. */
import { chooseLadder } from '../../functions/recordings/media/renditions.ts';
import { accessCheckMs, sharedPlaylistMs, watchReportMs } from '../../shared/domain/limits.ts';
import type { Bill, Month } from './bill.ts';
import { createDelivery, type Delivery, pages, pictures } from './deliveries.ts';
import { journeys, type Measured, type RequestCost } from './journeys.ts';
import type { Line } from './lines.ts';
import { averageBitrateShare, segmentsPerHour } from './match-hours.ts';
import { type Height, ivsRates, prices } from './prices.ts';
import { computeQualityPrice } from './quality.ts';
import { computeEdgePrice, computeFunctionsPrice, computeRequestPrice } from './request-price.ts';

/** IVS records segments of ten seconds. */
const ivsSegmentsPerHour = 3600 / 10;
/** A player reloads a playlist that has not grown after half of its target duration, twelve seconds. */
const reloadsPerHour = 3600 / 6;
/** Requests of a visit that the media host passes to the API: a recording's playlists and key. */
export const playlistRequests = 4;
/** Heartbeats and access checks of an hour. */
export const apiRequestsPerHour = 3_600_000 / watchReportMs + 3_600_000 / accessCheckMs;

export function createEncodedHour(height: Height): Delivery {
  const rung = chooseLadder({ width: (height * 16) / 9, height })[0];
  const rate = (rung?.maxBitrate ?? 0) * averageBitrateShare + (rung?.audioBitrate ?? 0);
  return createDelivery((rate * 3600) / 8, segmentsPerHour);
}

export const createIvsHour = (height: Height): Delivery =>
  createDelivery((ivsRates[height] * 3600) / 8, ivsSegmentsPerHour);

/** The playlists' price is a line of its own. */
export const createReloadHour = (playlistBytes: number): Delivery => ({
  requests: reloadsPerHour,
  bytes: reloadsPerHour * playlistBytes,
  dollars: 0,
});

export function listViewerHours(
  month: Month,
  requests: Measured['requests'],
): Pick<Bill, 'liveHour' | 'recordedHour' | 'unencodedHour'> {
  const { height, liveDelivery, edgePlans } = month;
  const addCommonCosts = (stream: Line[], journey: keyof typeof journeys): Line[] => [
    ...stream,
    ['functions, API, tables, log', computeFunctionsPrice(journeys[journey], requests)],
    ['tables, playback quality', computeQualityPrice()],
    ['CloudFront, the pages', edgePlans.web ? 0 : pages.dollars],
    ['CloudFront, their pictures', edgePlans.media ? 0 : pictures.dollars],
  ];
  const encoded: Line = [`CloudFront, ${height}p`, edgePlans.media ? 0 : createEncodedHour(height).dollars];
  const ivsFiles: Line = [`CloudFront, files of IVS, ${height}p`, edgePlans.media ? 0 : createIvsHour(height).dollars];
  const growing: Line = ['growing playlists', computeGrowingPlaylists(month, requests.rendition).shared];
  return {
    liveHour:
      liveDelivery === 'RECORDING'
        ? addCommonCosts([ivsFiles, growing], 'delayed')
        : addCommonCosts([[`IVS output, ${height}p`, prices.ivs.output[height]]], 'live'),
    recordedHour: addCommonCosts([encoded], 'recorded'),
    unencodedHour: addCommonCosts([ivsFiles], 'unencoded'),
  };
}

export function computeGrowingPlaylists({ edgePlans }: Month, rendition: RequestCost): Bill['growingPlaylists'] {
  const check = computeRequestPrice(rendition);
  const checks = 3_600_000 / sharedPlaylistMs;
  const reloads = reloadsPerHour - checks;
  const onEdge = edgePlans.media ? 0 : computeEdgePrice(reloads * rendition.bytes, reloads);
  return { checked: reloadsPerHour * check, shared: checks * check + onEdge };
}
