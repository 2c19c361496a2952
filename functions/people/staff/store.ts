/** Club-staff users: a row for the back office beside the user item, always changed together. */
import { randomBytes } from 'node:crypto';
import { ApiError } from '../../../shared/contract/errors.ts';
import { foldText } from '../../../shared/domain/fold-text.ts';
import { paths } from '../../../shared/domain/paths.ts';
import { readClubNames } from '../../league/clubs/store.ts';
import { hashToken } from '../../platform/auth/sessions.ts';
import { pageUrl } from '../../platform/aws/addresses.ts';
import { getItem, type Key, putItem } from '../../platform/aws/dynamo.ts';
import type { Email } from '../../platform/aws/email.ts';
import { Collection } from '../../platform/lists/collection.ts';
import { requireItem } from '../../platform/lists/require-item.ts';
import { renderEmail } from '../../platform/mail/email-template.ts';
import { prepareEmails } from '../../platform/mail/outbox.ts';
import { rightsChangedWrite } from '../accounts/end-rights.ts';
import { toClosedFields, viewerFields } from '../accounts/rules.ts';
import { updateUserWrite } from '../accounts/store.ts';
import { invitationMs, type StoredStaff } from './rules.ts';

const toRow = ({ id, email, personalName, clubId, status, dateCreated }: StoredStaff) => ({
  id,
  /** Email and name, for search; search also covers the club's name. */
  text: foldText(`${email} ${personalName}`),
  clubId,
  status,
  created: dateCreated,
});

export type StaffRow = ReturnType<typeof toRow>;

export const staff = new Collection<StoredStaff, StaffRow>({
  table: 'staff',
  audit: { kind: 'staff', kept: ['status', 'clubId'] },
  row: toRow,
  compare: (a, b) => (a.created < b.created ? 1 : a.created > b.created ? -1 : a.id < b.id ? 1 : -1),
});

/** @throws ApiError STF4040 */
export const requireStaff = (id: string): Promise<StoredStaff> => requireItem(staff, id, 'STF4040');

/** Closes the staff accounts of a deleted club and voids its open invitations. */
export async function closeStaffOfClub(clubId: string, now: number): Promise<void> {
  const open = (await staff.rows()).filter((row) => row.clubId === clubId && row.status !== 'disabled');
  for (const { id } of open)
    await staff.change(
      id,
      (item) => ({ ...item, status: 'disabled', invitationHash: null, invitedUntil: null }),
      ({ wasViewer }) => [
        updateUserWrite(id, wasViewer ? viewerFields : toClosedFields(now)),
        rightsChangedWrite(id, now),
      ],
    );
}

/** A new link: the secret for the email, and the fields to store. */
export function createInvitation(now: number) {
  const token = randomBytes(32).toString('base64url');
  return { token, invitationHash: hashToken(token), invitedUntil: new Date(now + invitationMs).toISOString() };
}

/** Stores whom the link invites; the hash in the staff item decides whether it is still valid. */
export async function keepInvitation(hash: string, staffId: string, now: number): Promise<void> {
  const expiresAt = Math.ceil((now + invitationMs) / 1000);
  await putItem('sessions', { ...invitationKey(hash), staffId, expiresAt });
}

export async function findInvited(token: string): Promise<{ invited: StoredStaff; hash: string } | undefined> {
  const hash = hashToken(token);
  const link = await getItem<{ staffId: string }>('sessions', invitationKey(hash));
  const invited = link && (await staff.get(link.staffId));
  return invited && { invited, hash };
}

const invitationKey = (hash: string): Key => ({ pk: `INVITATION#${hash}`, sk: 'LINK' });

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
