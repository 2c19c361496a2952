/** A forgotten password: a link by email that works once within an hour (rows A-FORGOT, A-RESET). */
import { createHash, randomBytes } from 'node:crypto';
import { Refusal } from '../../../shared/errors.ts';
import { ConditionFailed, deleteItem, getItem, type Key, putItem } from '../../platform/aws/dynamo.ts';
import { environment } from '../../platform/aws/environment.ts';
import { setPassword } from '../../platform/aws/identity.ts';
import { letter } from '../../platform/mail/letter.ts';
import { post } from '../../platform/mail/outbox.ts';
import { countRecovery } from './login-limits.ts';
import { endSessions, findUser } from './store.ts';

const lifetimeMs = 3600 * 1000;

/** Sends the link when somebody has this address. Runs as a job: the page learns nothing, not even by the time it took. */
export async function sendRecoveryLink(email: string, now: number): Promise<void> {
  const user = await findUser(email);
  if (!user || user.disabled || !(await countRecovery('recoveryMail', email, now))) return;
  const token = randomBytes(32).toString('base64url');
  await putItem('sessions', { ...resetKey(token), userId: user.id, expiresAt: Math.ceil((now + lifetimeMs) / 1000) });
  await post(
    letter({
      to: user.email,
      subject: 'Recupera tu contraseña de Cantera TV',
      lines: [
        'Hemos recibido una solicitud para cambiar tu contraseña. El enlace caduca en una hora y solo sirve una vez.',
        'Si no has sido tú, ignora este correo: tu contraseña sigue siendo la misma.',
      ],
      action: {
        label: 'Elegir una contraseña nueva',
        url: `${environment('WEB_ORIGIN')}/restablecer-contrasena?token=${token}`,
      },
    }),
    now,
  );
}

/** Uses the token up, sets the password and ends every session. Refuses with SR4002 (row A-RESET-4). */
export async function resetPassword(token: string, newPassword: string, now: number): Promise<void> {
  const found = await getItem<{ userId: string; expiresAt: number }>('sessions', resetKey(token));
  if (!found || found.expiresAt * 1000 <= now) throw new Refusal('SR4002');
  try {
    // Of two requests at once only one gets past this.
    await deleteItem('sessions', resetKey(token), { expression: 'attribute_exists(pk)' });
  } catch (error) {
    throw error instanceof ConditionFailed ? new Refusal('SR4002') : error;
  }
  await setPassword(found.userId, newPassword);
  await endSessions(found.userId, now);
}

const resetKey = (token: string): Key => ({
  pk: `RESET#${createHash('sha256').update(token).digest('base64url')}`,
  sk: 'LINK',
});
