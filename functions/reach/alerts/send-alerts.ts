/**
 * Sends a message to some followers, each once: a mark is written before sending, so that repeated or overlapping
 * batches skip the follower.
 */
import { paths } from '../../../shared/domain/paths.ts';
import { listCounting } from '../../../shared/domain/score.ts';
import type { StoredEvent } from '../../league/events/rules.ts';
import { events } from '../../league/events/store.ts';
import { readLog } from '../../league/scores/store.ts';
import { pageUrl } from '../../platform/aws/addresses.ts';
import { isNew, putWrite } from '../../platform/aws/dynamo.ts';
import { environment } from '../../platform/aws/environment.ts';
import { renderEmail } from '../../platform/mail/email-template.ts';
import { queueEmailOnce } from '../../platform/mail/outbox.ts';
import { isInvited, isInvitedTo } from '../../platform/shown/families.ts';
import { mayBeShown } from '../../platform/shown/rules.ts';
import type { AlertBatch } from './plan-alerts.ts';
import { type PushOutcome, sendPush } from './push.ts';
import { type AlertMessage, type AlertText, chooseText, isMailed } from './rules.ts';
import { claimDevices, createMark, deviceMark, releaseDevice } from './sent-marks.ts';
import { type Device, ensureMailToken, type Follower, readFollowers, removeDevice } from './store.ts';

/** @throws Error if a follower could not be reached yet, so that the queue retries the batch. */
export async function sendBatch({ message, userIds }: AlertBatch, now: number): Promise<void> {
  const event = await events.get(message.eventId);
  if (now >= message.until || !(await isStillValid(message, event))) return;
  const people = (await readFollowers(userIds)).flatMap((person) => {
    if (!isRecipient(person, message, event)) return [];
    const text = chooseText(person, message);
    return text ? { person, text } : [];
  });
  const devices = people.flatMap(({ person: { user, settings } }) =>
    settings.devices.map(({ id }) => ({ userId: user.id, id })),
  );
  const claims = await claimDevices(message.eventId, message.what, devices, now);
  const results = await Promise.allSettled(
    people.map(({ person, text }) => notify(person, message, text, claims, now)),
  );
  const failed = results.filter((result) => result.status === 'rejected');
  if (failed.length > 0)
    throw new Error(`${failed.length} of ${people.length} followers not alerted: ${failed[0]?.reason}`);
}

/** The match may have been hidden, or the goal undone, since planning. */
async function isStillValid(
  { eventId, goal, isGone = false, families }: AlertMessage,
  event: StoredEvent | undefined,
): Promise<boolean> {
  const isForInvited = !isGone || families !== undefined;
  const isShown =
    event !== undefined && (event.visible || (isForInvited && mayBeShown(event, 'FAMILIES', 'page', 0).ok));
  if (isShown === isGone) return false;
  return goal === undefined || listCounting(await readLog(eventId)).some(({ id }) => id === goal);
}

/** Only invited followers get alerts of a match for families; the others learn that it is gone. */
function isRecipient(
  { user }: Follower,
  { isGone = false, families }: AlertMessage,
  event: StoredEvent | undefined,
): boolean {
  if (families) return isInvited({ user }, families);
  return event?.audience !== 'FAMILIES' || isInvitedTo({ user }, event) !== isGone;
}

type Claims = Awaited<ReturnType<typeof claimDevices>>;

/** Sends the alert by push to all devices; by email if no device has received it and the user accepts email. */
async function notify(
  person: Follower,
  message: AlertMessage,
  text: AlertText,
  claims: Claims,
  now: number,
): Promise<void> {
  const { user, settings } = person;
  const outcomes = await Promise.all(
    settings.devices.map(async (device) => {
      const mark = deviceMark(user.id, device.id);
      if (claims.missed.has(mark)) throw new Error('the mark of the message could not be written');
      return claims.won.has(mark) ? push(user.id, device, message, text, now) : 'sent';
    }),
  );
  if (outcomes.includes('sent') || !isMailed(message) || !person.settings.mail) return;
  await mail(person, message, text, now);
}

/** Payload of a push message; contains nothing about the user. */
export interface PushPayload extends AlertText {
  /** A path of the app. */
  path: string;
  /** A later notification with the same tag replaces an earlier one. */
  tag: string;
}

async function push(
  userId: string,
  device: Device,
  message: AlertMessage,
  text: AlertText,
  now: number,
): Promise<PushOutcome> {
  const { eventId, kind, what, until } = message;
  const payload: PushPayload = { ...text, path: toPath(message), tag: `${eventId}#${what}` };
  const isUrgent = kind === 'STARTS' || kind === 'SIGNAL' || kind === 'GOALS';
  try {
    const outcome = await sendPush(device, { payload, ttl: Math.ceil((until - now) / 1000), isUrgent });
    if (outcome === 'gone') await removeDevice(userId, device.id);
    return outcome;
  } catch (error) {
    // Nothing was accepted: the next attempt may send it.
    await releaseDevice(eventId, what, userId, device.id);
    throw error;
  }
}

/** A hidden or deleted match has no page. */
const toPath = ({ eventId, isGone }: AlertMessage) => (isGone ? paths.calendar : paths.event(eventId));

async function mail(person: Follower, message: AlertMessage, text: AlertText, now: number): Promise<void> {
  const { eventId, what, isGone } = message;
  const origin = environment('WEB_ORIGIN');
  const token = await ensureMailToken(person);
  const alert = renderEmail({
    to: person.user.email,
    subject: text.title,
    lines: [
      text.body,
      'Te lo contamos porque sigues este partido o uno de sus clubes.',
      `No recibir más avisos por email: ${pageUrl(paths.alertsLeave)}?token=${token}`,
    ],
    action: { label: isGone ? 'Ver el calendario' : 'Ver el partido', url: pageUrl(toPath(message)) },
    unsubscribe: `${origin}/api/public/alerts/unsubscribe/${token}`,
  });
  await queueEmailOnce(alert, putWrite('alerts', createMark(eventId, what, person.user.id, now), isNew), now);
}
