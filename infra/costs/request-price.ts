/** Prices of requests to the API and the edge, in dollars. Pure. */
import {
  computeDurationMs,
  countWrites,
  type Journey,
  memoryMb,
  type RequestCost,
  type RequestKind,
} from './journeys.ts';
import { prices } from './prices.ts';

/** Hours of a visit, which opens one page. */
export const visitHours = 1;
/** One log line of the function and one of API Gateway. */
const logBytes = 500;

export function computeFunctionsPrice({ start, hour }: Journey, requests: Record<RequestKind, RequestCost>): number {
  const kinds = new Set([...Object.keys(start), ...Object.keys(hour)] as RequestKind[]);
  const countPerHour = (kind: RequestKind) => (start[kind] ?? 0) / visitHours + (hour[kind] ?? 0);
  return [...kinds].reduce((total, kind) => total + countPerHour(kind) * computeRequestPrice(requests[kind]), 0);
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

export const computeEdgePrice = (bytes: number, requests: number) =>
  (bytes / 1024 ** 3) * prices.cloudFront.gigabyte +
  requests * (prices.cloudFront.request + prices.cloudFront.functionCall);
