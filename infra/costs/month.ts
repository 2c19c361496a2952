/** Computes a month on AWS from measured request costs, viewing and list prices; costs.ts prints it. */
import type { ChannelType } from '../../functions/platform/aws/channel-type.ts';
import type { BroadcastEncoding } from '../../functions/recordings/media/broadcast-encoding.ts';
import { segmentSeconds } from '../../functions/recordings/media/job-settings.ts';
import { chooseLadder, type LadderKind } from '../../functions/recordings/media/renditions.ts';
import type { LiveDelivery } from '../../functions/viewing/playback/live-delivery.ts';
import { accessCheckMs, sharedPlaylistMs, watchReportMs } from '../../shared/domain/limits.ts';
import { qualityReportMs } from '../../shared/domain/quality-limits.ts';
import { countAlarmMetrics, listScheduledJobs } from '../alarms.ts';
import { runsOnSchedule } from '../function-spec.ts';
import { type EdgeHost, type EdgePlansSetting, type EdgeUse, edgePlans } from './edge-plans.ts';
import type { RequestCost, RequestKind } from './journeys.ts';
import { computeDurationMs, countWrites, journeys, loginShare, measured, memoryMb } from './journeys.ts';
import { type Height, ivsRates, prices } from './prices.ts';

export interface Month {
  viewers: number;
  /** Hours that each viewer watches. */
  hours: number;
  /** Share of the watched hours that are live. */
  liveShare: number;
  uploaded: number;
  broadcast: number;
  height: Height;
  ladder: LadderKind;
  /** Frame rate of the matches, which encodings keep. */
  framesPerSecond: number;
  cameras: number;
  channelType: ChannelType;
  liveDelivery: LiveDelivery;
  broadcastEncoding: BroadcastEncoding;
  /** Share of broadcasts that are watched afterwards, and encoded with `WATCHED`. */
  watchedShare: number;
  /** Billed monthly, regardless of use. */
  alarms: boolean;
  firewall: boolean;
  edgePlans: EdgePlansSetting;
}

export type Line = [what: string, dollars: number];

export const sum = (lines: Line[]) => lines.reduce((total, [, dollars]) => total + dollars, 0);

/**
 * Assumes that viewers watch uploads and broadcasts equally often. Every watched broadcast counts as encoded, except
 * with `NEVER`. The hours are of one match or one viewer.
 */
export function computeBill(month: Month) {
  const { height, uploaded, broadcast, broadcastEncoding, watchedShare } = month;
  const isDelayed = month.liveDelivery === 'RECORDING';
  const byUse = (host: EdgeHost, dollars: number) => (month.edgePlans[host] ? 0 : dollars);

  const watched = month.viewers * month.hours;
  const live = watched * month.liveShare;
  const unencoded =
    broadcastEncoding === 'NEVER' ? ((watched - live) * broadcast) / Math.max(1, uploaded + broadcast) : 0;
  const recorded = watched - live - unencoded;

  const encodedHour = deliverEncodedHour(height);
  const ivsHour = deliver((ivsRates[height] * 3600) / 8, 3600 / ivsSegmentSeconds);
  const { rendition } = measured.requests;
  // The API answers some reloads of a growing playlist, and the edge the others.
  const checks = 3_600_000 / sharedPlaylistMs;
  const growing =
    checks * computeRequestPrice(rendition) +
    byUse('media', computeEdgePrice((reloadsPerHour - checks) * rendition.bytes, reloadsPerHour - checks));

  const addVisit = (stream: Line[], journey: keyof typeof journeys): Line[] => [
    ...stream,
    ['functions, API, tables, log', computeFunctionsPrice(journey)],
    ['tables, playback quality', reportsPerHour * writesPerReport * prices.dynamo.write],
    ['CloudFront, the pages', byUse('web', pages.dollars)],
    ['CloudFront, their pictures', byUse('media', pictures.dollars)],
  ];
  const ivsFiles: Line = [`CloudFront, files of IVS, ${height}p`, byUse('media', ivsHour.dollars)];
  const encodedShare = { ALWAYS: 1, WATCHED: watchedShare, NEVER: 0 }[broadcastEncoding];
  const hours = {
    uploadedHour: listEncodingCosts(month, 1),
    broadcastHour: [...listInputCosts(month), ...listEncodingCosts(month, encodedShare)],
    liveHour: isDelayed
      ? addVisit([ivsFiles, ['growing playlists', growing]], 'delayed')
      : addVisit([[`IVS output, ${height}p`, prices.ivs.output[height]]], 'live'),
    recordedHour: addVisit([[`CloudFront, ${height}p`, byUse('media', encodedHour.dollars)]], 'recorded'),
    unencodedHour: addVisit([ivsFiles], 'unencoded'),
  };
  const idle = listIdleCosts(month);
  const visits = watched / visitHours;
  const delayed = isDelayed ? live : 0;
  // The API answers these requests, and their bytes and dollars are part of its price.
  const asked = { bytes: 0, dollars: 0, requests: 1 };
  return {
    idle,
    ...hours,
    /** Dollars of an hour's playlists for a viewer of a growing recording. */
    growing,
    /** Use of each host, with its price without a plan. */
    edge: {
      media: addDeliveries(
        [encodedHour, recorded],
        [ivsHour, unencoded + delayed],
        [{ requests: reloadsPerHour, bytes: reloadsPerHour * rendition.bytes, dollars: 0 }, delayed],
        [pictures, visits],
        [asked, visits * playlistRequests],
      ),
      web: addDeliveries([pages, visits], [asked, watched * (3_600_000 / watchReportMs + 3_600_000 / accessCheckMs)]),
    },
    total:
      sum(idle) +
      uploaded * sum(hours.uploadedHour) +
      broadcast * sum(hours.broadcastHour) +
      live * sum(hours.liveHour) +
      recorded * sum(hours.recordedHour) +
      unencoded * sum(hours.unencodedHour) +
      month.viewers * prices.cognito.monthlyUser * loginShare,
  };
}

/** A stage without viewers or matches. Seven secrets: edge, playback, partner, Stripe, push, captcha and the audit's. */
function listIdleCosts({ alarms, firewall, cameras, edgePlans: plans }: Month): Line[] {
  const scheduled = [...listScheduledJobs('frequent'), ...listScheduledJobs('rare')];
  const runs = scheduled.reduce((total, { on }) => total + (runsOnSchedule(on) ? minutes / on.everyMinutes : 0), 0);
  // A job is assumed to run 0.1 s.
  const job = prices.lambda.request + 0.1 * 0.5 * prices.lambda.gigabyteSecond + 4 * prices.dynamo.read;
  const metrics = countAlarmMetrics();
  return [
    ['Secrets Manager, seven secrets', 7 * prices.secret],
    ['CloudWatch, dashboard', prices.dashboard],
    ['scheduled jobs', runs * job],
    ['EventBridge Scheduler, their runs', runs * prices.scheduler.run],
    ['CloudWatch, their log lines', ((runs * logBytesPerRun) / 1024 ** 3) * prices.logs.gigabyte],
    ['SQS, pollers of the two queues', pollsPerMinute * minutes * (prices.sqs.request + prices.sqs.inOrder)],
    ['Route 53, hosted zone', prices.hostedZone],
    ['CloudFront KeyValueStore, comparisons', storeCallsPerDay * 30 * prices.keyValueStore.call],
    [`S3, a nightly listing of ${cameras} cameras`, 2 * cameras * 30 * prices.s3.list],
    ...(alarms ? [[`CloudWatch, ${metrics} metrics of alarms`, metrics * prices.alarmMetric] as Line] : []),
    ...(firewall && !plans.web ? [['WAF', prices.firewall.acl + 2 * prices.firewall.rule] as Line] : []),
    ...Object.entries(plans).flatMap(([host, plan]): Line[] =>
      plan ? [[`CloudFront, plan ${plan} of the ${host} host`, edgePlans[plan].dollars]] : [],
    ),
  ];
}

const minutes = 60 * 24 * 30;
/** Three lines of Lambda's own, with the 26 bytes that CloudWatch adds to each; the jobs log nothing while idle. */
const logBytesPerRun = 600;
/** Lambda polls a queue five times every 20 s. */
const pollsPerMinute = 5 * 3;
/** `reconcile-withdrawals` lists the edge's store once a day, 50 keys a call, here of 200 withdrawn items. */
const storeCallsPerDay = 200 / 50;

const listInputCosts = ({ channelType }: Month): Line[] => [
  [`IVS input, ${channelType}`, prices.ivs.input[channelType]],
  ['S3, listings of its camera', (searchedDays * listingsPerDay * prices.s3.list) / matchHours],
];

/** Every ten minutes, on the days around a match, a job lists two days of a camera to find unknown recordings. */
const [listingsPerDay, searchedDays, matchHours] = [2 * 6 * 24, 3, 2];

function listEncodingCosts({ ladder, framesPerSecond }: Month, share: number): Line[] {
  const rungs = chooseLadder({ width: 1920, height: 1080 }, ladder);
  const { sd, hd, above30fps } = prices.mediaConvert;
  const minute = rungs.reduce((total, { height }) => total + (height > 576 ? hd : sd), 0);
  const rate = rungs.reduce((total, rung) => total + computeAverageRate(rung), 0);
  const computeStorage = (bitsPerSecond: number) => ((bitsPerSecond * 3600) / 8 / 1024 ** 3) * prices.s3.standard;
  return [
    [`MediaConvert, ${framesPerSecond} frames a second`, share * 60 * minute * (framesPerSecond > 30 ? above30fps : 1)],
    ['S3, writing the segments', (share * rungs.length * 3600 * prices.s3.put) / segmentSeconds],
    ['S3, source, first month', computeStorage(sourceRate)],
    ['S3, encoded video, first month', share * computeStorage(rate)],
  ];
}

/** Bits per second of an uploaded file. */
const sourceRate = 8_000_000;

/** QVBR takes three quarters of a rendition's maximum on average. */
const computeAverageRate = ({ maxBitrate, audioBitrate }: ReturnType<typeof chooseLadder>[0]) =>
  maxBitrate * 0.75 + audioBitrate;

const ivsSegmentSeconds = 10;
/** A player reloads a playlist that has not grown after half of its target duration, twelve seconds. */
const reloadsPerHour = 3600 / 6;
/** Requests of a visit that the media host passes to the API: a recording's playlists and key. */
const playlistRequests = 4;
/** Hours of a visit, which opens one page. */
const visitHours = 1;
/** Includes the first and the last report of a playback (functions/viewing/quality). */
const reportsPerHour = 3_600_000 / qualityReportMs + 2;
/** A report writes the number of the playback's last report, and the sums of the hour. */
const writesPerReport = 2;

function computeFunctionsPrice(journey: keyof typeof journeys): number {
  const { start, hour } = journeys[journey];
  const kinds = Object.keys({ ...start, ...hour }) as RequestKind[];
  const countPerHour = (kind: RequestKind) => (start[kind] ?? 0) / visitHours + (hour[kind] ?? 0);
  return kinds.reduce((total, kind) => total + countPerHour(kind) * computeRequestPrice(measured.requests[kind]), 0);
}

/** Computes the price of one request: API Gateway, Lambda, DynamoDB, logs and CloudFront. */
export function computeRequestPrice(cost: RequestCost): number {
  const { lambda, httpApi, dynamo, logs } = prices;
  return (
    httpApi.request +
    lambda.request +
    (computeDurationMs(cost) / 1000) * (memoryMb / 1024) * lambda.gigabyteSecond +
    cost.reads * dynamo.read +
    countWrites(cost) * dynamo.write +
    (logBytes / 1024 ** 3) * logs.gigabyte +
    computeEdgePrice(cost.bytes, 1)
  );
}

/** One log line of the function and one of API Gateway. */
const logBytes = 500;

const computeEdgePrice = (bytes: number, requests: number) =>
  (bytes / 1024 ** 3) * prices.cloudFront.gigabyte +
  requests * (prices.cloudFront.request + prices.cloudFront.functionCall);

/** Files that CloudFront delivers, with their price without a plan. */
interface Delivery extends EdgeUse {
  dollars: number;
}

/** `checked`: number of requests for which the edge reads the store of withdrawn items. */
const deliver = (bytes: number, requests: number, checked = requests): Delivery => ({
  requests,
  bytes,
  dollars: computeEdgePrice(bytes, requests) + checked * prices.keyValueStore.read,
});

function deliverEncodedHour(height: Height): Delivery {
  const rates = chooseLadder({ width: (height * 16) / 9, height }).map(computeAverageRate);
  return deliver(((rates[0] ?? 0) * 3600) / 8, 3600 / segmentSeconds);
}

const addDeliveries = (...deliveries: [Delivery, times: number][]): Delivery =>
  deliveries.reduce(
    (total, [{ requests, bytes, dollars }, times]) => ({
      requests: total.requests + requests * times,
      bytes: total.bytes + bytes * times,
      dollars: total.dollars + dollars * times,
    }),
    { requests: 0, bytes: 0, dollars: 0 },
  );

/** Pictures of one visit, from the media host. */
const pictures = deliver(1_000_000, 30);
/**
 * Requests of one visit to the web host: pages, scripts and fonts, and the signals of match cards, one request every
 * two seconds (use-match-state.ts) for two minutes.
 */
const pages = addDeliveries([deliver(500_000, 10), 1], [deliver(0, 120 / 2, 0), 1]);
