/** Browsers at the local push service (infra/local/push): subscribing, and what has been delivered to them. */
import { inject } from 'vitest';

export interface Subscribed {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

export interface Delivered {
  payload: { title: string; body: string; path: string; tag: string };
  ttl: number;
  urgency: string;
  /** When it came, in milliseconds since 1970. */
  at: number;
}

const service = () => inject('addresses').push;
const idOf = ({ endpoint }: Pick<Subscribed, 'endpoint'>) => endpoint.split('/').at(-1);

export async function subscribePush(applicationServerKey: string, at = service()): Promise<Subscribed> {
  const answer = await fetch(`${at}/subscriptions`, { method: 'POST', body: JSON.stringify({ applicationServerKey }) });
  return (await answer.json()) as Subscribed;
}

export async function deliveredTo(subscription: Pick<Subscribed, 'endpoint'>): Promise<Delivered[]> {
  const { origin } = new URL(subscription.endpoint);
  const answer = await fetch(`${origin}/subscriptions/${idOf(subscription)}`);
  return ((await answer.json()) as { messages: Delivered[] }).messages;
}

/** From now on it is gone, or the next messages are answered otherwise, or so many are taken without an answer. */
export async function control(
  subscription: Pick<Subscribed, 'endpoint'>,
  how: { gone?: boolean; busy?: { status: number; retryAfter: number }[]; lost?: number },
): Promise<void> {
  const { origin } = new URL(subscription.endpoint);
  await fetch(`${origin}/subscriptions/${idOf(subscription)}`, { method: 'PATCH', body: JSON.stringify(how) });
}
