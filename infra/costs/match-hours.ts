/** Costs of an hour of a match: input, encoding, and a month of storage. Pure. */
import type { BroadcastEncoding } from '../../functions/recordings/media/broadcast-encoding.ts';
import { segmentSeconds } from '../../functions/recordings/media/job-settings.ts';
import { chooseLadder } from '../../functions/recordings/media/renditions.ts';
import type { Bill, Month } from './bill.ts';
import type { Line } from './lines.ts';
import { prices } from './prices.ts';

/** Average bitrate with QVBR, as a share of a rendition's maximum. */
export const averageBitrateShare = 0.75;
export const segmentsPerHour = 3600 / segmentSeconds;
/** Bits per second of an uploaded file. */
const sourceRate = 8_000_000;
/** Every ten minutes, on the days around a match, a job lists two days of a camera to find unknown recordings. */
const [listingsPerDay, searchedDays, matchHours] = [2 * 6 * 24, 3, 2];

export function listMatchHours(month: Month): Pick<Bill, 'uploadedHour' | 'broadcastHour'> {
  const encodedShare: Record<BroadcastEncoding, number> = { ALWAYS: 1, WATCHED: month.watchedShare, NEVER: 0 };
  return {
    uploadedHour: listEncodingCosts(month, 1),
    broadcastHour: [
      [`IVS input, ${month.channelType}`, prices.ivs.input[month.channelType]],
      ['S3, listings of its camera', (searchedDays * listingsPerDay * prices.s3.list) / matchHours],
      ...listEncodingCosts(month, encodedShare[month.broadcastEncoding]),
    ],
  };
}

function listEncodingCosts({ ladder, framesPerSecond }: Month, share: number): Line[] {
  const rungs = chooseLadder({ width: 1920, height: 1080 }, ladder);
  const rate = rungs.reduce(
    (bitsPerSecond, { maxBitrate, audioBitrate }) => bitsPerSecond + maxBitrate * averageBitrateShare + audioBitrate,
    0,
  );
  const { sd, hd, above30fps } = prices.mediaConvert;
  const minute =
    (framesPerSecond > 30 ? above30fps : 1) * rungs.reduce((sum, { height }) => sum + (height > 576 ? hd : sd), 0);
  return [
    [`MediaConvert, ${framesPerSecond} frames a second`, share * 60 * minute],
    ['S3, writing the segments', share * rungs.length * segmentsPerHour * prices.s3.put],
    ['S3, source, first month', computeStorage(sourceRate)],
    ['S3, encoded video, first month', share * computeStorage(rate)],
  ];
}

/** Computes the dollars for storing an hour of a stream for a month. */
const computeStorage = (bitsPerSecond: number) => ((bitsPerSecond * 3600) / 8 / 1024 ** 3) * prices.s3.standard;
