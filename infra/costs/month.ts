/** Computes a month's costs from request costs, viewing and list prices. Pure; costs.ts prints them. */
import type { Bill, Month } from './bill.ts';
import { addDeliveries, pages, pictures, scaleDelivery } from './deliveries.ts';
import { listIdleCosts } from './idle-costs.ts';
import { loginShare, type Measured } from './journeys.ts';
import { sum } from './lines.ts';
import { listMatchHours } from './match-hours.ts';
import { prices } from './prices.ts';
import { visitHours } from './request-price.ts';
import {
  apiRequestsPerHour,
  computeGrowingPlaylists,
  createEncodedHour,
  createIvsHour,
  createReloadHour,
  listViewerHours,
  playlistRequests,
} from './viewer-hours.ts';

export function computeBill(month: Month, { requests }: Measured): Bill {
  const idle = listIdleCosts(month);
  const matchHours = listMatchHours(month);
  const viewerHours = listViewerHours(month, requests);
  const watching = splitWatching(month);
  const total =
    sum(idle) +
    month.uploaded * sum(matchHours.uploadedHour) +
    month.broadcast * sum(matchHours.broadcastHour) +
    watching.live * sum(viewerHours.liveHour) +
    watching.recorded * sum(viewerHours.recordedHour) +
    watching.unencoded * sum(viewerHours.unencodedHour) +
    month.viewers * prices.cognito.monthlyUser * loginShare;
  return {
    idle,
    ...matchHours,
    ...viewerHours,
    growingPlaylists: computeGrowingPlaylists(month, requests.rendition),
    edge: computeEdge(month, watching, requests.rendition.bytes),
    total,
  };
}

/** Hours watched in the month. */
interface Watching {
  live: number;
  recorded: number;
  unencoded: number;
}

/**
 * Assumes that viewers watch uploads and broadcasts equally often. Every watched broadcast counts as encoded, except
 * with `NEVER`.
 */
function splitWatching(month: Month): Watching {
  const watched = month.viewers * month.hours;
  const unencodedShare =
    month.broadcastEncoding === 'NEVER' ? month.broadcast / Math.max(1, month.uploaded + month.broadcast) : 0;
  const live = watched * month.liveShare;
  const unencoded = (watched - live) * unencodedShare;
  return { live, recorded: watched - live - unencoded, unencoded };
}

function computeEdge(month: Month, { live, recorded, unencoded }: Watching, playlistBytes: number): Bill['edge'] {
  const visits = (live + recorded + unencoded) / visitHours;
  const delayed = month.liveDelivery === 'RECORDING' ? live : 0;
  return {
    media: addDeliveries(
      scaleDelivery(createEncodedHour(month.height), recorded),
      scaleDelivery(createIvsHour(month.height), unencoded + delayed),
      scaleDelivery(createReloadHour(playlistBytes), delayed),
      scaleDelivery(pictures, visits),
      // The API answers these requests, and their bytes are part of its price.
      { requests: visits * playlistRequests, bytes: 0, dollars: 0 },
    ),
    web: addDeliveries(scaleDelivery(pages, visits), {
      requests: (live + recorded + unencoded) * apiRequestsPerHour,
      bytes: 0,
      dollars: 0,
    }),
  };
}
