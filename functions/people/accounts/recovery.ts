/** Password links for a forgotten or first password, valid once within an hour. */
import { randomBytes } from 'node:crypto';
import { ulid } from 'ulid';
import { ApiError } from '../../../shared/contract/errors.ts';
import { paths } from '../../../shared/domain/paths.ts';
import type { StoredUser } from '../../platform/auth/rules.ts';
import { hashToken } from '../../platform/auth/sessions.ts';
import { pageUrl } from '../../platform/aws/addresses.ts';
import { deleteWrite, getItem, isNew, type Key, putWrite, type Write } from '../../platform/aws/dynamo.ts';
import { refuseFailedCondition } from '../../platform/aws/dynamo-errors.ts';
import { publish } from '../../platform/aws/event-bus.ts';
import { setPassword } from '../../platform/aws/identity.ts';
import { countUp, type Limit } from '../../platform/limits/limits.ts';
import { renderEmail } from '../../platform/mail/email-template.ts';
import { queueEmailOnce } from '../../platform/mail/outbox.ts';
import { endRights, endSessions } from './end-rights.ts';
import { findUser, getUser, updateUserWrite } from './store.ts';

const lifetimeMs = 3600 * 1000;
/** Lifetime of the mark that prevents a second email: EventBridge retries for a day, Lambda for six hours. */
const markMs = 2 * 86_400_000;

/** Limits per network, and per email address. */
export const recoveries: Limit = { name: 'recovery-network', max: 30, minutes: 15 };
const recoveryMails: Limit = { name: 'recovery-mail', max: 5, minutes: 15 };

/**
 * Sends the link if the account exists: on request, or because a right waits for confirmation of the mailbox. Runs as a
 * job, so that the response time reveals nothing about the account.
 */
export async function sendRecoveryLink({ id, email, waiting }: RecoveryRequest, now: number): Promise<void> {
  const user = await findUser(email);
  if (!user || user.disabled || (await countUp(recoveryMails, email, now)) > recoveryMails.max) return;
  const { url, write } = createResetLink(user.id, lifetimeMs, now);
  const describeEmail = waiting
    ? activations[waiting]
    : user.withoutPassword
      ? describeFirstPassword
      : describeRecovery;
  const mark = { pk: `RECOVERY#${id}`, sk: 'SENT', expiresAt: Math.ceil((now + markMs) / 1000) };
  await queueEmailOnce(
    renderEmail({ to: user.email, isRequested: true, ...describeEmail(url) }),
    putWrite('sessions', mark, isNew),
    now,
    [write],
  );
}

const describeRecovery = (url: string) => ({
  subject: 'Recupera tu contraseña de Cantera TV',
  lines: [
    'Hemos recibido una solicitud para cambiar tu contraseña. El enlace caduca en una hora y solo sirve una vez.',
    'Si no has sido tú, ignora este email: tu contraseña sigue siendo la misma.',
  ],
  action: { label: 'Elegir una contraseña nueva', url },
});

const describeActivation = (url: string) => ({
  subject: 'Activa tu acceso a Cantera TV',
  lines: [
    'Tu operador te ha dado acceso a Cantera TV. Ya existe una cuenta con esta dirección de email: para activar el acceso, elige una contraseña nueva. Así sabemos que el email es tuyo.',
    'El enlace caduca en una hora y solo sirve una vez. Si caduca, pide otro en «¿Has olvidado tu contraseña?».',
  ],
  action: { label: 'Activar mi acceso', url },
});

const describeProof = (url: string) => ({
  subject: 'Demuestra que este email es tuyo',
  lines: [
    'Con esta dirección se ha pedido a un club ver sus partidos de familia, que son de menores. Antes de que el club lo confirme, tenemos que saber que el email es tuyo: elige una contraseña nueva.',
    'El enlace caduca en una hora y solo sirve una vez. Después, entra con ella: tu solicitud sigue en marcha.',
    'Si no has sido tú, elige igualmente una contraseña: quien abrió esa cuenta con tu dirección deja de poder entrar.',
  ],
  action: { label: 'Este email es mío', url },
});

const activations: Record<WaitingRight, typeof describeProof> = { PARTNER: describeActivation, FAMILY: describeProof };

const describeFirstPassword = (url: string) => ({
  subject: 'Entra en tu cuenta de Cantera TV',
  lines: [
    'Con este email se ha empezado una compra en Cantera TV, sin contraseña. Elige una para entrar desde cualquier dispositivo: así sabemos que el email es tuyo.',
    'El enlace caduca en una hora y solo sirve una vez. Si caduca, pide otro en «¿Has olvidado tu contraseña?».',
    'Si no has sido tú, alguien ha escrito tu dirección por error: puedes ignorar este email.',
  ],
  action: { label: 'Elegir una contraseña', url },
});

/**
 * Uses the token, sets the password and ends every session; confirms the mailbox.
 * @throws ApiError SR4002 for an invalid token, including links sent before sessions last ended.
 */
export async function redeemResetLink(token: string, newPassword: string, now: number): Promise<StoredUser> {
  const stored = await getItem<StoredLink>('sessions', resetKey(token));
  if (!stored || stored.expiresAt * 1000 <= now) throw new ApiError('SR4002');
  const user = await getUser(stored.userId);
  if (!user || user.disabled || stored.issuedAt < user.sessionsValidFrom) throw new ApiError('SR4002');
  const instant = new Date(now).toISOString();
  const person = updateUserWrite(
    user.id,
    { sessionsValidFrom: instant, emailConfirmedAt: user.emailConfirmedAt ?? instant, withoutPassword: false },
    // Only one of several concurrent uses passes this condition.
    { expression: 'sessionsValidFrom = :seen', values: { ':seen': user.sessionsValidFrom } },
  );
  await endRights(user.id, [person, deleteWrite('sessions', resetKey(token))], now).catch(
    refuseFailedCondition('SR4002'),
  );
  await setPassword(user.id, newPassword);
  // Sessions are ended again, because a login with the old password may have happened in between.
  await endSessions(user.id, Date.now());
  return user;
}

interface StoredLink {
  userId: string;
  /** ISO 8601. */
  issuedAt: string;
  /** Seconds since the Unix epoch. DynamoDB's TTL deletes late, so reads compare it too. */
  expiresAt: number;
}

/** The URL for the email, and the write that activates it; the table `sessions` keeps only a hash of its secret. */
export function createResetLink(userId: string, lifetimeMs: number, now: number): { url: string; write: Write } {
  const token = randomBytes(32).toString('base64url');
  const expiresAt = Math.ceil((now + lifetimeMs) / 1000);
  const link: StoredLink = { userId, issuedAt: new Date(now).toISOString(), expiresAt };
  return {
    url: `${pageUrl(paths.resetPassword)}?token=${token}`,
    write: putWrite('sessions', { ...resetKey(token), ...link }),
  };
}

const resetKey = (token: string): Key => ({ pk: `RESET#${hashToken(token)}`, sk: 'LINK' });

export interface RecoveryRequest {
  /** Deduplicates a repeated event. */
  id: string;
  email: string;
  waiting?: WaitingRight;
}

/**
 * A right that waits until the user has proved this mailbox: a subscription granted by the partner, or a club's
 * confirmation as family. The link sets a new password and ends all sessions, so that an account somebody else opened
 * with this address goes to the owner of the mailbox.
 */
type WaitingRight = 'PARTNER' | 'FAMILY';

/** Requests a link. A job sends it, so that the response reveals nothing about the account. */
export async function requestRecovery(email: string, waiting?: WaitingRight): Promise<void> {
  const request: RecoveryRequest = { id: ulid(), email, ...(waiting && { waiting }) };
  await publish('Password Recovery Requested', request);
}
