/** Emails with the link by which a person becomes staff of a club. */
import { ApiError } from '../../../shared/contract/errors.ts';
import { paths } from '../../../shared/domain/paths.ts';
import { readClubNames } from '../../league/clubs/store.ts';
import { pageUrl } from '../../platform/aws/addresses.ts';
import type { Email } from '../../platform/aws/email.ts';
import { renderEmail } from '../../platform/mail/email-template.ts';
import { prepareEmails } from '../../platform/mail/outbox.ts';
import type { StoredStaff } from './rules.ts';
import { createInvitation, keepInvitation, requireStaff, staff } from './store.ts';

/**
 * Replaces the link of an open invitation, and emails it by the same transaction. @throws ApiError STF4040, or STF4091
 * if the user has accepted or was removed.
 */
export async function resendInvitation(id: string, now: number): Promise<void> {
  const { token, ...invitation } = createInvitation(now);
  const mail = prepareEmails([await writeInvitation(await requireStaff(id), token)], now);
  await keepInvitation(invitation.invitationHash, id, now);
  const changed = await staff.change(
    id,
    (item) => {
      if (item.status !== 'invited') throw new ApiError('STF4091');
      return { ...item, ...invitation };
    },
    () => mail.writes,
  );
  if (!changed) throw new ApiError('STF4040');
  await mail.send();
}

export async function writeInvitation(
  { email, clubId }: Pick<StoredStaff, 'email' | 'clubId'>,
  token: string,
): Promise<Email> {
  const [club] = await readClubNames([clubId], 'staff');
  return renderEmail({
    to: email,
    isRequested: true,
    subject: `Te han invitado a gestionar ${club?.name ?? 'tu club'} en Cantera TV`,
    lines: [
      `Hola. Te han invitado a formar parte del personal de ${club?.name ?? 'tu club'} en Cantera TV.`,
      'Elige tu nombre y tu contraseña para empezar a publicar partidos. El enlace caduca en 48 horas y solo sirve una vez.',
    ],
    action: { label: 'Aceptar la invitación', url: `${pageUrl(paths.acceptInvitation)}?token=${token}` },
  });
}
