/** A forgotten password: a link by email that works once within an hour (rows A-FORGOT, A-RESET). */
import { createHash, randomBytes } from 'node:crypto';
import { Refusal } from '../../../shared/errors.ts';
import { ConditionFailed, deleteWrite, getItem, type Key, putItem } from '../../platform/aws/dynamo.ts';
import { environment } from '../../platform/aws/environment.ts';
import { setPassword } from '../../platform/aws/identity.ts';
import { countUp, type Limit } from '../../platform/limits/limits.ts';
import { letter } from '../../platform/mail/letter.ts';
import { post } from '../../platform/mail/outbox.ts';
import type { StoredUser } from '../../platform/session/rules.ts';
import { endRights, endSessions } from './rights.ts';
import { findUser, getUser, updateUserWrite } from './store.ts';

const lifetimeMs = 3600 * 1000;

/** Requests from one network, and mails to one address. */
export const recoveries: Limit = { name: 'recovery-network', most: 30, minutes: 15 };
const recoveryMails: Limit = { name: 'recovery-mail', most: 5, minutes: 15 };

/**
 * Sends the link when somebody has this address: because it was asked for, or because a right waits for whoever reads
 * this mailbox. Runs as a job: the page learns nothing, not even by the time it took.
 */
export async function sendRecoveryLink(email: string, now: number, waiting = false): Promise<void> {
  const user = await findUser(email);
  if (!user || user.disabled || (await countUp(recoveryMails, email, now)) > recoveryMails.most) return;
  const token = randomBytes(32).toString('base64url');
  const link = {
    userId: user.id,
    issuedAt: new Date(now).toISOString(),
    expiresAt: Math.ceil((now + lifetimeMs) / 1000),
  };
  await putItem('sessions', { ...resetKey(token), ...link });
  const url = `${environment('WEB_ORIGIN')}/restablecer-contrasena?token=${token}`;
  await post(letter({ to: user.email, ...(waiting ? activation(url) : recovery(url)) }), now);
}

const recovery = (url: string) => ({
  subject: 'Recupera tu contraseña de Cantera TV',
  lines: [
    'Hemos recibido una solicitud para cambiar tu contraseña. El enlace caduca en una hora y solo sirve una vez.',
    'Si no has sido tú, ignora este correo: tu contraseña sigue siendo la misma.',
  ],
  action: { label: 'Elegir una contraseña nueva', url },
});

const activation = (url: string) => ({
  subject: 'Activa tu acceso a Cantera TV',
  lines: [
    'Tu operador te ha dado acceso a Cantera TV. Ya existe una cuenta con esta dirección de correo: para activar el acceso, elige una contraseña nueva. Así sabemos que el correo es tuyo.',
    'El enlace caduca en una hora y solo sirve una vez. Si caduca, pide otro en «¿Has olvidado tu contraseña?».',
  ],
  action: { label: 'Activar mi acceso', url },
});

/**
 * Uses the token up, sets the password and ends every session. Refuses with SR4002 (row A-RESET-4): also a link that was
 * sent before the sessions last ended, for a new password, by whatever way, ends every link as well. Whoever comes by
 * the link reads this mailbox.
 */
export async function resetPassword(token: string, newPassword: string, now: number): Promise<StoredUser> {
  const found = await getItem<{ userId: string; issuedAt: string; expiresAt: number }>('sessions', resetKey(token));
  if (!found || found.expiresAt * 1000 <= now) throw new Refusal('SR4002');
  const user = await getUser(found.userId);
  if (!user || user.disabled || found.issuedAt < user.sessionsValidFrom) throw new Refusal('SR4002');
  const instant = new Date(now).toISOString();
  const person = updateUserWrite(
    user.id,
    { sessionsValidFrom: instant, emailConfirmedAt: user.emailConfirmedAt ?? instant },
    // Of two links, or the same one twice, at the same time only one gets past this.
    { expression: 'sessionsValidFrom = :seen', values: { ':seen': user.sessionsValidFrom } },
  );
  try {
    await endRights(user.id, [person, deleteWrite('sessions', resetKey(token))], now);
  } catch (error) {
    throw error instanceof ConditionFailed ? new Refusal('SR4002') : error;
  }
  await setPassword(user.id, newPassword);
  // Once more: somebody may have logged in with the old password in between.
  await endSessions(user.id, Date.now());
  return user;
}

const resetKey = (token: string): Key => ({
  pk: `RESET#${createHash('sha256').update(token).digest('base64url')}`,
  sk: 'LINK',
});
