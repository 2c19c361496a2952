/** Envelope of the events that AWS services send to EventBridge, with the local account and region. */
import { randomUUID } from 'node:crypto';

export const account = '000000000000';
export const region = process.env.AWS_REGION ?? 'eu-west-1';

export interface ServiceEvent {
  version: '0';
  id: string;
  source: string;
  account: string;
  region: string;
  /** ISO 8601, whole seconds. */
  time: string;
  'detail-type': string;
  resources: string[];
  detail: Record<string, unknown>;
}

export type Emit = (event: ServiceEvent) => void;

export function createServiceEvent(
  source: string,
  detailType: string,
  resource: string,
  detail: Record<string, unknown>,
): ServiceEvent {
  const time = `${new Date().toISOString().slice(0, 19)}Z`;
  return {
    version: '0',
    id: randomUUID(),
    'detail-type': detailType,
    source,
    account,
    region,
    time,
    resources: [resource],
    detail,
  };
}
