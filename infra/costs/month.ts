/** Computes a month's costs from request costs, viewing and list prices. Pure; costs.ts prints them. */
import type { ChannelType } from '../../functions/platform/aws/channel-type.ts';
import type { BroadcastEncoding } from '../../functions/recordings/media/broadcast-encoding.ts';
import { segmentSeconds } from '../../functions/recordings/media/job-settings.ts';
import { chooseLadder, type LadderKind } from '../../functions/recordings/media/renditions.ts';
import type { LiveDelivery } from '../../functions/viewing/playback/live-delivery.ts';
import { accessCheckMs, sharedPlaylistMs, watchReportMs } from '../../shared/domain/limits.ts';
import type { EdgeHost, EdgePlansSetting, EdgeUse } from './edge-plans.ts';
import { listIdleCosts } from './idle-costs.ts';
import { type Journey, journeys, loginShare, type Measured, type RequestCost } from './journeys.ts';
import { type Line, sum } from './lines.ts';
import { type Height, ivsRates, prices } from './prices.ts';
import { computeQualityPrice } from './quality.ts';
import { computeEdgePrice, computeFunctionsPrice, computeRequestPrice, visitHours } from './request-price.ts';

export interface Month {
  /** Viewers in the month. */
  viewers: number;
  /** Hours that each of them watches. */
  hours: number;
  /** Share of these hours that is live. */
  liveShare: number;
  /** Hours of matches uploaded as files, and broadcast. */
  uploaded: number;
  broadcast: number;
  /** Video height of most viewers. */
  height: Height;
  /** Renditions that are encoded. */
  ladder: LadderKind;
  /** Frame rate of the matches; encodings keep it. */
  framesPerSecond: number;
  cameras: number;
  /** IVS type of the cameras' channels. */
  channelType: ChannelType;
  /** Delivery of lives to viewers. */
  liveDelivery: LiveDelivery;
  /** Encoding of broadcasts once they have ended. */
  broadcastEncoding: BroadcastEncoding;
  /** Share of the broadcasts that are watched afterwards, which `WATCHED` encodes. */
  watchedShare: number;
  /** Billed monthly regardless of use. */
  alarms: boolean;
  firewall: boolean;
  edgePlans: EdgePlansSetting;
}

export interface Bill {
  idle: Line[];
  /** Costs of one hour of an uploaded match, and of a broadcast match. */
  uploadedHour: Line[];
  broadcastHour: Line[];
  /** Costs of one hour of one viewer. */
  liveHour: Line[];
  recordedHour: Line[];
  /** Costs of the same hour of a broadcast that plays as IVS recorded it. */
  unencodedHour: Line[];
  /** An hour's playlists for a viewer of a growing recording: each checked by the API, and shared by the edge. */
  growingPlaylists: { checked: number; shared: number };
  /** Use of the hosts in the month, and its price without a plan. */
  edge: Record<EdgeHost, EdgeUse & { dollars: number }>;
  total: number;
}

/** Average bitrate with QVBR as a share of a rendition's maximum. */
const averageBitrateShare = 0.75;
/** Bits per second of an uploaded file. */
const sourceRate = 8_000_000;
const segmentsPerHour = 3600 / segmentSeconds;
/** IVS records segments of ten seconds. */
const ivsSegmentsPerHour = 3600 / 10;
/** The job that looks for unknown recordings lists two days of a camera every ten minutes, on the days around a match. */
const [listingsPerDay, searchedDays, matchHours] = [2 * 6 * 24, 3, 2];
/** Pages, scripts and images of a visit; pictures come from the media host. */
const [pageBytes, pageRequests] = [1_500_000, 40];
const [pictureBytes, pictureRequests] = [1_000_000, 30];
/** Players reload a playlist that has not grown after half its target duration of twelve seconds. */
const reloadsPerHour = 3600 / 6;
/** Cards of matches ask every two seconds for the signals (use-match-state.ts), in two minutes of a visit. */
const signalRequests = 120 / 2;

export function computeBill(month: Month, { requests }: Measured): Bill {
  const idle = listIdleCosts(month);
  const rungs = chooseLadder({ width: 1920, height: 1080 }, month.ladder);
  const rate = rungs.reduce(
    (bitsPerSecond, { maxBitrate, audioBitrate }) => bitsPerSecond + maxBitrate * averageBitrateShare + audioBitrate,
    0,
  );
  const { sd, hd, above30fps } = prices.mediaConvert;
  const { keyValueStore } = prices;
  const picturesPrice = computeEdgePrice(pictureBytes, pictureRequests) + pictureRequests * keyValueStore.read;
  const pagesPrice =
    computeEdgePrice(pageBytes, pageRequests + signalRequests) + pageRequests * keyValueStore.read - picturesPrice;
  const visit: Line[] = [
    ['CloudFront, the pages', month.edgePlans.web ? 0 : pagesPrice],
    ['CloudFront, their pictures', month.edgePlans.media ? 0 : picturesPrice],
  ];
  const encoding =
    60 *
    (month.framesPerSecond > 30 ? above30fps : 1) *
    rungs.reduce((sum, { height }) => sum + (height > 576 ? hd : sd), 0);
  const encodedStorage = toGigabytes(rate * 3600) * prices.s3.standard;
  const sourceStorage = toGigabytes(sourceRate * 3600) * prices.s3.standard;
  const listMatchCosts = (share: number): Line[] => [
    [`MediaConvert, ${month.framesPerSecond} frames a second`, share * encoding],
    ['S3, writing the segments', share * rungs.length * segmentsPerHour * prices.s3.put],
    ['S3, source, first month', sourceStorage],
    ['S3, encoded video, first month', share * encodedStorage],
  ];
  const uploadedHour = listMatchCosts(1);
  const broadcastHour: Line[] = [
    [`IVS input, ${month.channelType}`, prices.ivs.input[month.channelType]],
    ['S3, listings of its camera', (searchedDays * listingsPerDay * prices.s3.list) / matchHours],
    ...listMatchCosts(encodedShares(month)[month.broadcastEncoding]),
  ];
  const isDelayed = month.liveDelivery === 'RECORDING';
  const growingPlaylists = computeGrowingPlaylists(month, requests.rendition);
  const ivsBytes = (ivsRates[month.height] * 3600) / 8;
  const ivsSegmentsPrice = computeEdgePrice(ivsBytes, ivsSegmentsPerHour) + ivsSegmentsPerHour * keyValueStore.read;
  const liveHour: Line[] = [
    ...(isDelayed
      ? ([
          [`CloudFront, files of IVS, ${month.height}p`, month.edgePlans.media ? 0 : ivsSegmentsPrice],
          ['growing playlists', growingPlaylists.shared],
        ] as Line[])
      : ([[`IVS output, ${month.height}p`, prices.ivs.output[month.height]]] as Line[])),
    ['functions, API, tables, log', computeFunctionsPrice(journeys[isDelayed ? 'delayed' : 'live'], requests)],
    ['tables, playback quality', computeQualityPrice()],
    ...visit,
  ];
  const shown = chooseLadder({ width: (month.height * 16) / 9, height: month.height })[0];
  const bytes = (((shown?.maxBitrate ?? 0) * averageBitrateShare + (shown?.audioBitrate ?? 0)) * 3600) / 8;
  const segmentsPrice = computeEdgePrice(bytes, segmentsPerHour) + segmentsPerHour * keyValueStore.read;
  const listRecordedCosts = (segments: Line, journey: Journey): Line[] => [
    segments,
    ['functions, API, tables, log', computeFunctionsPrice(journey, requests)],
    ['tables, playback quality', computeQualityPrice()],
    ...visit,
  ];
  const recordedHour = listRecordedCosts(
    [`CloudFront, ${month.height}p`, month.edgePlans.media ? 0 : segmentsPrice],
    journeys.recorded,
  );
  const unencodedHour = listRecordedCosts(
    [`CloudFront, files of IVS, ${month.height}p`, month.edgePlans.media ? 0 : ivsSegmentsPrice],
    journeys.unencoded,
  );
  const watched = month.viewers * month.hours;
  // Uploads and broadcasts are watched alike; with `WATCHED` the encoding follows the first viewer.
  const unencodedShare =
    month.broadcastEncoding === 'NEVER' ? month.broadcast / Math.max(1, month.uploaded + month.broadcast) : 0;
  const unencoded = watched * (1 - month.liveShare) * unencodedShare;
  const recorded = watched * (1 - month.liveShare) - unencoded;
  const visits = watched / visitHours;
  const delayed = isDelayed ? watched * month.liveShare : 0;
  const edge = {
    media: {
      requests:
        recorded * segmentsPerHour +
        (unencoded + delayed) * ivsSegmentsPerHour +
        delayed * reloadsPerHour +
        visits * (pictureRequests + playlistRequests),
      bytes:
        recorded * bytes +
        (unencoded + delayed) * ivsBytes +
        delayed * reloadsPerHour * requests.rendition.bytes +
        visits * pictureBytes,
      dollars: recorded * segmentsPrice + (unencoded + delayed) * ivsSegmentsPrice + visits * picturesPrice,
    },
    web: {
      requests: visits * (pageRequests - pictureRequests + signalRequests) + watched * apiRequestsPerHour,
      bytes: visits * (pageBytes - pictureBytes),
      dollars: visits * pagesPrice,
    },
  };
  const total =
    sum(idle) +
    month.uploaded * sum(uploadedHour) +
    month.broadcast * sum(broadcastHour) +
    watched * month.liveShare * sum(liveHour) +
    recorded * sum(recordedHour) +
    unencoded * sum(unencodedHour) +
    month.viewers * prices.cognito.monthlyUser * loginShare;
  return { idle, uploadedHour, broadcastHour, liveHour, recordedHour, unencodedHour, growingPlaylists, edge, total };
}

/** Share of the broadcasts that are encoded, by setting. */
const encodedShares = ({ watchedShare }: Month) => ({ ALWAYS: 1, WATCHED: watchedShare, NEVER: 0 });

/** Prices of an hour's playlists of a growing recording. */
function computeGrowingPlaylists({ edgePlans }: Month, rendition: RequestCost): Bill['growingPlaylists'] {
  const check = computeRequestPrice(rendition);
  const checks = 3_600_000 / sharedPlaylistMs;
  const reloads = reloadsPerHour - checks;
  const onEdge = edgePlans.media ? 0 : computeEdgePrice(reloads * rendition.bytes, reloads);
  return { checked: reloadsPerHour * check, shared: checks * check + onEdge };
}

/** Requests of a visit that the media host passes to the API: a recording's playlists and key. */
const playlistRequests = 4;
/** Reports and reloads of an hour. */
const apiRequestsPerHour = 3_600_000 / watchReportMs + 3_600_000 / accessCheckMs;

const toGigabytes = (bits: number) => bits / 8 / 1024 ** 3;
