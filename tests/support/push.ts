/** Subscriptions to the local push service (infra/local/push), and the messages delivered to them. */
import { inject } from 'vitest';

export interface Subscribed {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

export interface Delivered {
  payload: { title: string; body: string; path: string; tag: string };
  ttl: number;
  urgency: string;
  /** Arrival, in milliseconds since the Unix epoch. */
  at: number;
}

const service = () => inject('addresses').push;
const toId = ({ endpoint }: Pick<Subscribed, 'endpoint'>) => endpoint.split('/').at(-1);

export async function subscribePush(applicationServerKey: string, at = service()): Promise<Subscribed> {
  const answer = await fetch(`${at}/subscriptions`, { method: 'POST', body: JSON.stringify({ applicationServerKey }) });
  return (await answer.json()) as Subscribed;
}

export async function listDelivered(subscription: Pick<Subscribed, 'endpoint'>): Promise<Delivered[]> {
  const { origin } = new URL(subscription.endpoint);
  const answer = await fetch(`${origin}/subscriptions/${toId(subscription)}`);
  return ((await answer.json()) as { messages: Delivered[] }).messages;
}

/** Deletes the subscription, changes its next answers, or lets messages time out. */
export async function controlSubscription(
  subscription: Pick<Subscribed, 'endpoint'>,
  how: { gone?: boolean; busy?: { status: number; retryAfter: number }[]; lost?: number },
): Promise<void> {
  const { origin } = new URL(subscription.endpoint);
  await fetch(`${origin}/subscriptions/${toId(subscription)}`, { method: 'PATCH', body: JSON.stringify(how) });
}
