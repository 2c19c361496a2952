/** Tells each buyer once which part of a match's price goes back, and why. */
import { formatLostMinutes } from '../../../shared/domain/lost-minutes.ts';
import { paths } from '../../../shared/domain/paths.ts';
import { removeScore } from '../../../shared/domain/result-text.ts';
import type { StoredUser } from '../../platform/auth/rules.ts';
import { pageUrl } from '../../platform/aws/addresses.ts';
import { isNew, putWrite } from '../../platform/aws/dynamo.ts';
import type { Email } from '../../platform/aws/email.ts';
import { renderEmail } from '../../platform/mail/email-template.ts';
import { queueEmailOnce } from '../../platform/mail/outbox.ts';
import { visitBuyers } from '../payments/visit-buyers.ts';
import { type MeasuredMatch, saveMeasured } from './store.ts';

/** Undefined if time ran out or another run took the match. */
export function tellPart(match: MeasuredMatch, now: number, stopAt: number): Promise<MeasuredMatch | undefined> {
  return visitBuyers(match, saveMeasured, { now, stopAt }, async (user, _, amount) => {
    // A code of 100 % left nothing to pay, of which no part goes back.
    if (amount === 0) return;
    const mark = { pk: `USER#${user.id}`, sk: `PART#${match.eventId}`, expiresAt: Math.ceil(now / 1000) + markSeconds };
    await queueEmailOnce(writePart(user, match), putWrite('purchases', mark, isNew), now);
  });
}

export function writePart(user: StoredUser, { eventId, title, lost, refund }: MeasuredMatch): Email {
  const match = user.hidesResults ? removeScore(title) : title;
  const percent = refund?.percent ?? 0;
  const isAll = percent === 100;
  // The times may reveal that there was extra time.
  const spans = !user.hidesResults && lost && lost.spans.length > 0 ? ` (${lost.spans.join(', ')})` : '';
  return renderEmail({
    to: user.email,
    subject: isAll ? 'Te devolvemos el dinero de un partido' : 'Te devolvemos una parte de un partido',
    lines: [
      `Hola${user.name && user.emailConfirmedAt ? `, ${user.name}` : ''}. A «${match}» le faltan ${formatLostMinutes(lost?.minutes ?? 0)} de imagen${spans}. Lo sentimos: lo que no se ve, no se paga.`,
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

/** Seconds, longer than any right lasts. */
const markSeconds = 2 * 366 * 86_400;
