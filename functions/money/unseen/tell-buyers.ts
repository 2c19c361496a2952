/**
 * Sends each buyer one email about the loss, one about the refund and one about the return. An email and its mark are
 * one transaction, and the position is stored, so that an interrupted run continues without a second email.
 */
import { longDate } from '../../../shared/domain/madrid-text.ts';
import { paths } from '../../../shared/domain/paths.ts';
import { formatPrice } from '../../../shared/domain/price-text.ts';
import { titleFor } from '../../../shared/domain/result-text.ts';
import type { UnseenReason } from '../../../shared/domain/unseen.ts';
import type { StoredUser } from '../../platform/auth/rules.ts';
import { pageUrl } from '../../platform/aws/addresses.ts';
import { checkWrite } from '../../platform/aws/dynamo.ts';
import type { Email } from '../../platform/aws/email.ts';
import { greet, renderEmail } from '../../platform/mail/email-template.ts';
import { isPublished } from '../../recordings/vods/rules.ts';
import { findVodsOfEvent } from '../../recordings/vods/store.ts';
import { tellOnce, toldKey, visitBuyers } from '../payments/buyers.ts';
import type { UnseenMatch } from './rules.ts';
import { saveUnseen } from './store.ts';

export async function tellUnseen(match: UnseenMatch, now: number, stopAt: number): Promise<void> {
  const { eventId, title, reason, buyers } = match;
  // The start is stored before the first email, so that a return is announced even if this run dies.
  const begun = await saveUnseen({ ...match, tellingSince: match.tellingSince ?? now });
  const told =
    begun &&
    (await visitBuyers(begun, saveUnseen, { now, stopAt }, async (user, until) => {
      const mail = writeUnseen(user, { eventId, title, until }, reason);
      await tellOnce(mail, user.id, toLossMark(match), now);
    }));
  if (told) await saveUnseen({ ...told, told: buyers });
}

/** Undefined if time ran out or another run took the match. */
export function tellRefund(match: UnseenMatch, now: number, stopAt: number): Promise<UnseenMatch | undefined> {
  const { eventId, title, reason, since } = match;
  return visitBuyers(match, saveUnseen, { now, stopAt }, async (user, until, amount) => {
    const mail = writeRefund(user, { eventId, title, until }, reason, amount);
    await tellOnce(mail, user.id, `REFUNDED#${eventId}#${since}`, now);
  });
}

export async function tellBack(match: UnseenMatch, now: number, stopAt: number): Promise<void> {
  const { eventId, title, since } = match;
  const vodId = (await findVodsOfEvent(eventId)).find(isPublished)?.id;
  const told = await visitBuyers(match, saveUnseen, { now, stopAt }, async (user, until) => {
    const mail = writeReturn(user, { eventId, title, until }, vodId);
    // Only buyers who got the email about the loss get the one about the return.
    const isTold = checkWrite('purchases', toldKey(user.id, toLossMark(match)), { expression: 'attribute_exists(pk)' });
    await tellOnce(mail, user.id, `SEEN#${eventId}#${since}`, now, [isTold]);
  });
  if (told) await saveUnseen({ ...told, backTold: true });
}

const toLossMark = ({ eventId, since }: UnseenMatch) => `UNSEEN#${eventId}#${since}`;

interface Bought {
  eventId: string;
  title: string;
  /** End of the buyer's right, ISO 8601. */
  until: string;
}

/** Texts for buyers. They do not mention matters and image rights, which concern only the people involved. */
const reasonTexts: Record<UnseenReason, (match: string) => string> = {
  WITHDRAWN: (match) => `${match} está retirado mientras lo revisamos y ahora mismo no se puede ver.`,
  RIGHTS: (match) => `${match} está retirado mientras lo revisamos y ahora mismo no se puede ver.`,
  // The email does not say to whom the match is open now.
  FAMILIES: (match) => `${match} no está publicado y ahora mismo no se puede ver.`,
  HIDDEN: (match) => `${match} no está publicado y ahora mismo no se puede ver.`,
  DELETED: (match) => `${match} ya no está en Cantera TV y ahora mismo no se puede ver.`,
  CANCELLED: (match) => `${match} se ha cancelado, así que no se puede ver.`,
  NO_RECORDING: (match) => `${match} se pudo ver, pero no tenemos su grabación y ahora mismo no se puede ver.`,
  NEVER_SHOWN: (match) => `${match} ha terminado y no hemos podido emitirlo ni grabarlo. Lo sentimos.`,
};

function writeUnseen(user: StoredUser, { title, until }: Bought, reason: UnseenReason): Email {
  return renderEmail({
    to: user.email,
    subject: 'Un partido que compraste no se puede ver',
    lines: [
      `${greet(user)} ${reasonTexts[reason](`«${titleFor(user, title)}»`)}`,
      `No tienes que hacer nada y no pierdes tu compra: si vuelve, podrás verlo sin pagar otra vez hasta el ${longDate(new Date(until))}. Te avisaremos por email en cuanto se pueda ver.`,
      reason === 'NEVER_SHOWN'
        ? 'Si mañana sigue sin haber video, te devolvemos el dinero sin que tengas que pedirlo.'
        : 'Tu compra queda apuntada para que la revisemos si el partido no vuelve.',
    ],
    action: { label: 'Ver mis compras', url: pageUrl(paths.profile) },
  });
}

/** `amount` in cents; undefined for a purchase that no sync has read yet, 0 for one with a code of 100 %, which stays. */
function writeRefund(user: StoredUser, { title }: Bought, reason: UnseenReason, amount: number | undefined): Email {
  if (amount === 0) return writeNothingDue(user, title, reason);
  const sum = amount === undefined ? 'lo que pagaste' : `los ${formatPrice(amount / 100)} que pagaste`;
  return renderEmail({
    to: user.email,
    subject: 'Te devolvemos el dinero de un partido',
    lines: [
      `${greet(user)} ${reasonTexts[reason](`«${titleFor(user, title)}»`)}`,
      `Te devolvemos ${sum} por él. No tienes que hacer nada: llega a la misma tarjeta o cuenta con la que pagaste, y el banco suele tardar entre cinco y diez días.`,
      'Si el partido se llega a jugar o a publicar más adelante, tendrías que comprarlo otra vez.',
    ],
    action: { label: 'Ver mis compras', url: pageUrl(paths.profile) },
  });
}

const writeNothingDue = (user: StoredUser, title: string, reason: UnseenReason): Email =>
  renderEmail({
    to: user.email,
    subject: 'Un partido que compraste no se puede ver',
    lines: [
      `${greet(user)} ${reasonTexts[reason](`«${titleFor(user, title)}»`)}`,
      'Con tu código no pagaste nada por él, así que no hay nada que devolverte. Si se llega a jugar o a publicar más adelante, podrás verlo sin comprarlo otra vez.',
    ],
    action: { label: 'Ver mis compras', url: pageUrl(paths.profile) },
  });

/** `vodId` is the recording to watch; absent while the match is still to come. */
function writeReturn(user: StoredUser, { eventId, title, until }: Bought, vodId: string | undefined): Email {
  const match = titleFor(user, title);
  const path = vodId ? paths.vod(vodId) : paths.event(eventId);
  return renderEmail({
    to: user.email,
    subject: `Ya puedes ver «${match}»`,
    lines: [
      `${greet(user)} «${match}» vuelve a estar en Cantera TV. Tu compra sigue valiendo: puedes verlo hasta el ${longDate(new Date(until))}.`,
    ],
    action: { label: 'Ver el partido', url: pageUrl(path) },
  });
}
