/**
 * Measures each match on the second day after its end, shows the lost minutes on its page, and pays a part back once,
 * by the published table, to those who bought it before that day. Continues an interrupted run.
 */
import { isDeepStrictEqual } from 'node:util';
import { takesPlace } from '../../../shared/domain/event-state.ts';
import { formatLostMinutes } from '../../../shared/domain/lost-minutes.ts';
import { paths } from '../../../shared/domain/paths.ts';
import { titleFor } from '../../../shared/domain/result-text.ts';
import { changeEvent } from '../../league/events/change-event.ts';
import type { StoredEvent } from '../../league/events/rules.ts';
import { events } from '../../league/events/store.ts';
import type { StoredUser } from '../../platform/auth/rules.ts';
import { pageUrl } from '../../platform/aws/addresses.ts';
import type { Email } from '../../platform/aws/email.ts';
import { greet, renderEmail } from '../../platform/mail/email-template.ts';
import { attemptEach } from '../../platform/observability/attempt-each.ts';
import { tellOnce, visitBuyers } from '../payments/buyers.ts';
import { refundEvent } from '../payments/stripe/charges.ts';
import { takesPayments } from '../payments/stripe/client.ts';
import { measureMatch } from './measure-match.ts';
import { isDue, isRemeasured } from './rules.ts';
import { listMeasured, type MeasuredMatch, saveMeasured } from './store.ts';

/** Stops paying back at `stopAt`, where the next run continues. */
export async function followLostMinutes(now: number, stopAt: number): Promise<void> {
  await events.refresh();
  const due = (await events.rows()).filter(({ finish }) => isDue(Date.parse(finish), now)).map(({ id }) => id);
  await followMatches(due, now, stopAt, await listMeasured());
}

/** Like `followLostMinutes`, for these matches and the `measured` ones. */
export async function followMatches(
  eventIds: readonly string[],
  now: number,
  stopAt: number,
  measured: readonly MeasuredMatch[],
): Promise<void> {
  const byMatch = new Map(measured.map((match) => [match.eventId, match]));
  await attemptEach(
    'the minutes without a picture of a match were not followed',
    new Set([...eventIds, ...byMatch.keys()]),
    async (eventId) => {
      const before = byMatch.get(eventId);
      const isMeasured = !before || (before.lost !== null && isRemeasured(before, now));
      const match = (isMeasured && (await followMatch(eventId, before, now))) || before;
      if (match) await payBack(match, now, stopAt);
    },
    (eventId) => ({ event: eventId }),
  );
}

/** Measures a match and stores the result; undefined if it has to wait, or another run was faster. */
async function followMatch(
  eventId: string,
  before: MeasuredMatch | undefined,
  now: number,
): Promise<MeasuredMatch | undefined> {
  const event = await events.get(eventId);
  // A match that is called off, or has no date, has no minutes to lose.
  if (!event || !takesPlace(event)) return undefined;
  if (!before && !isDue(Date.parse(event.scheduledFinishDate), now)) return undefined;
  const measured = await measureMatch(event, now);
  if (!measured) return undefined;
  const { lost, playedMs, sources } = measured;
  const percent = lost?.back ?? 0;
  // Decided once, because later buyers have seen the loss before they paid.
  const refund = percent > 0 ? { percent, since: now, payments: 0, amount: 0 } : null;
  const saved = await saveMeasured({
    eventId,
    title: event.title,
    start: event.scheduledStartDate,
    finish: Date.parse(event.scheduledFinishDate),
    clubIds: event.clubIds,
    sources,
    lost: lost && { ...lost, back: before ? (before.refund?.percent ?? 0) : percent },
    playedMs,
    measuredAt: now,
    refund: before ? before.refund : refund,
    ...(before?.toldUpTo !== undefined && { toldUpTo: before.toldUpTo }),
    version: before?.version ?? 0,
  });
  if (saved) await show(event, saved, now);
  return saved;
}

/** Copies the loss into the match, for its page. */
async function show(event: StoredEvent, { lost }: MeasuredMatch, now: number): Promise<void> {
  const isShown = (before: StoredEvent['lost']) => isDeepStrictEqual(before ?? null, lost);
  if (isShown(event.lost)) return;
  const showLoss = ({ lost: shown, ...current }: StoredEvent) =>
    isShown(shown) ? undefined : { ...current, ...(lost && { lost }) };
  await changeEvent(event.id, showLoss, now);
}

async function payBack(match: MeasuredMatch, now: number, stopAt: number): Promise<void> {
  if (!match.refund || match.refund.doneAt !== undefined || !(await takesPayments())) return;
  const told = match.refund.told ? match : await tell(match, now, stopAt);
  if (!told?.refund) return;
  const { percent, since } = told.refund;
  const refund = await refundEvent(told.eventId, told.refund, { now, stopAt }, { percent, paidBefore: since });
  if (refund) await saveMeasured({ ...told, refund });
}

/** The email comes first: if all goes back, the right that names the buyer ends with the money. */
async function tell(match: MeasuredMatch, now: number, stopAt: number): Promise<MeasuredMatch | undefined> {
  const reached = await visitBuyers(match, saveMeasured, { now, stopAt }, async (user, _, amount) => {
    // A code of 100 % left nothing to pay, of which no part goes back.
    if (amount !== 0) await tellOnce(writePart(user, match), user.id, `PART#${match.eventId}`, now);
  });
  if (!reached?.refund) return undefined;
  return saveMeasured({ ...reached, refund: { ...reached.refund, told: true } });
}

function writePart(user: StoredUser, { eventId, title, lost, refund }: MeasuredMatch): Email {
  const match = titleFor(user, title);
  const percent = refund?.percent ?? 0;
  const isAll = percent === 100;
  // The times may reveal that there was extra time.
  const spans = !user.hidesResults && lost && lost.spans.length > 0 ? ` (${lost.spans.join(', ')})` : '';
  return renderEmail({
    to: user.email,
    subject: isAll ? 'Te devolvemos el dinero de un partido' : 'Te devolvemos una parte de un partido',
    lines: [
      `${greet(user)} A «${match}» le faltan ${formatLostMinutes(lost?.minutes ?? 0)} de imagen${spans}. Lo sentimos: lo que no se ve, no se paga.`,
      isAll
        ? 'Te devolvemos todo lo que pagaste. No tienes que hacer nada: llega a la misma tarjeta o cuenta con la que pagaste, y el banco suele tardar entre cinco y diez días.'
        : `Te devolvemos el ${percent} % de lo que pagaste y lo que hay del partido sigue siendo tuyo. No tienes que hacer nada: llega a la misma tarjeta o cuenta con la que pagaste, y el banco suele tardar entre cinco y diez días.`,
      'La tabla con lo que devolvemos está en nuestra web, igual para todo el mundo.',
    ],
    action: isAll
      ? { label: 'Ver la tabla', url: pageUrl(paths.lostMinutes) }
      : { label: 'Ver el partido', url: pageUrl(paths.event(eventId)) },
  });
}
