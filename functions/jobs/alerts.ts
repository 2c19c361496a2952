/** Plans and sends alerts, and removes the followers of deleted users, matches and clubs. */
import { clubs } from '../league/clubs/store.ts';
import { events } from '../league/events/store.ts';
import type { QueueEvent } from '../platform/aws/queue.ts';
import type { DomainEventMessage, HandledEvent } from '../platform/events/domain-events.ts';
import { forgetTopic } from '../reach/alerts/follows.ts';
import {
  type AlertBatch,
  planChange,
  planGoals,
  planOnAir,
  planRemoval,
  planVideo,
} from '../reach/alerts/plan-alerts.ts';
import { sendBatch } from '../reach/alerts/send-alerts.ts';
import { endDevices, forgetPerson } from '../reach/alerts/store.ts';

export async function planAlerts(
  event: HandledEvent<'EventChanged' | 'EventRemoved' | 'MatchOnAir' | 'ScoreChanged' | 'VideoPublished'>,
): Promise<void> {
  const now = Date.now();
  switch (event['detail-type']) {
    case 'EventChanged':
      return planChange(event.detail, now);
    case 'EventRemoved':
      return planRemoval(event.detail, now);
    case 'MatchOnAir':
      return planOnAir(event.detail, now);
    case 'ScoreChanged':
      return planGoals(event.detail, now);
    case 'VideoPublished':
      return planVideo(event.detail, now);
  }
}

export async function sendAlerts({ Records }: QueueEvent): Promise<void> {
  for (const { body } of Records) await sendBatch(JSON.parse(body) as AlertBatch, Date.now());
}

export async function endAlertDevices({ detail }: DomainEventMessage<'RightsChanged'>): Promise<void> {
  await endDevices(detail.userId, Date.now());
}

export async function forgetAlerts(
  event: HandledEvent<'AccountDeleted' | 'ClubDeleted' | 'EventErased'>,
): Promise<void> {
  switch (event['detail-type']) {
    case 'AccountDeleted':
      return forgetPerson(event.detail.userId);
    case 'EventErased':
      return (await events.get(event.detail.eventId)) ? undefined : forgetTopic(`events#${event.detail.eventId}`);
    case 'ClubDeleted':
      return (await clubs.get(event.detail.clubId)) ? undefined : forgetTopic(`clubs#${event.detail.clubId}`);
  }
}
