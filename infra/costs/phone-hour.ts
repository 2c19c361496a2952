/**
 * Dollars of an hour of a match that a phone broadcasts with two renditions, without its viewers' bytes. Counts are those
 * of the code; the processor of a look is measured (FINDINGS.md), the rest of a report's time is assumed. Pure.
 */
import { segmentMs } from '../../shared/domain/phone-segments.ts';
import type { Line } from './month.ts';
import { prices } from './prices.ts';

const slots = 3_600_000 / segmentMs;
const renditions = 2;
/** Each segment is asked for and reported in a request of its own, and its arrival is an event. */
const requestsPerSegment = 2;
/** Seconds of a request at 1 GB: two calls to S3, and 3 ms of looking. */
const requestSeconds = 0.2;
/** Units of the tables for each segment: its number, its slot, the budget, and the note before. */
const [writesPerSegment, readsPerRequest] = [8, 15];
/** Segments are written by the phone and by the server, which reads them once. */
const bucketWrites = 2;
/** Seconds of a playlist's answer, for each of some edge locations and renditions, once a second. */
const [locations, playlistSeconds, playlistGigabytes] = [3, 0.02, 0.5];
/** Read units of a warm playback function: the newest slots each second, all of them each 15 s. */
const readsPerFunction = 90_000;

export function listPhoneHour(): Line[] {
  const segments = slots * renditions;
  const requests = segments * requestsPerSegment;
  const playlists = locations * renditions * 3600;
  const { lambda, httpApi, dynamo, s3 } = prices;
  return [
    ['API Gateway', (requests + playlists) * httpApi.request],
    ['functions for the phone', (requests + segments) * (lambda.request + requestSeconds * lambda.gigabyteSecond)],
    [
      'functions for playlists',
      playlists * (lambda.request + playlistSeconds * playlistGigabytes * lambda.gigabyteSecond),
    ],
    ['tables, writing', segments * writesPerSegment * dynamo.write],
    ['tables, reading', (requests * readsPerRequest + locations * readsPerFunction) * dynamo.read],
    ['S3, writing', segments * bucketWrites * s3.put],
  ];
}
