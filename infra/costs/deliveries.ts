/** Files that CloudFront delivers to one viewer, with their price without a plan. Pure. */
import type { EdgeUse } from './edge-plans.ts';
import { prices } from './prices.ts';
import { computeEdgePrice } from './request-price.ts';

export interface Delivery extends EdgeUse {
  dollars: number;
}

/** `checked`: number of requests for which the edge reads the store of withdrawn items. */
export const createDelivery = (bytes: number, requests: number, checked = requests): Delivery => ({
  requests,
  bytes,
  dollars: computeEdgePrice(bytes, requests) + checked * prices.keyValueStore.read,
});

export const scaleDelivery = ({ requests, bytes, dollars }: Delivery, times: number): Delivery => ({
  requests: requests * times,
  bytes: bytes * times,
  dollars: dollars * times,
});

export const addDeliveries = (...deliveries: Delivery[]): Delivery => ({
  requests: deliveries.reduce((sum, { requests }) => sum + requests, 0),
  bytes: deliveries.reduce((sum, { bytes }) => sum + bytes, 0),
  dollars: deliveries.reduce((sum, { dollars }) => sum + dollars, 0),
});

/** Pictures of one visit, from the media host. */
export const pictures = createDelivery(1_000_000, 30);
/** Pages, scripts and fonts of one visit, from the web host. */
const files = createDelivery(500_000, 10);
/** Requests of match cards for signals: one every two seconds (use-match-state.ts), for two minutes of a visit. */
const signals = createDelivery(0, 120 / 2, 0);
export const pages = addDeliveries(files, signals);
