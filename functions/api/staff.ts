import { ulid } from 'ulid';
import { ApiError } from '../../shared/contract/errors.ts';
import { staffEndpoints } from '../../shared/contract/staff.ts';
import { matchesSearch } from '../../shared/domain/search-text.ts';
import { createClubNamer, readClubName, requireClubs } from '../league/clubs/store.ts';
import { rightsChangedWrite } from '../people/accounts/end-rights.ts';
import { createUserItem, toClosedFields, viewerFields } from '../people/accounts/rules.ts';
import { createUserWrites, deleteUserWrites, findUser, getUser, updateUserWrite } from '../people/accounts/store.ts';
import { isInvitationValid, mayChangeStatus, type StoredStaff } from '../people/staff/rules.ts';
import {
  createInvitation,
  findInvited,
  keepInvitation,
  requireStaff,
  resendInvitation,
  staff,
  writeInvitation,
} from '../people/staff/store.ts';
import { isViewer } from '../platform/auth/rules.ts';
import { refuseFailedCondition } from '../platform/aws/dynamo-errors.ts';
import { deleteLogin, setPassword } from '../platform/aws/identity.ts';
import { serve } from '../platform/http/serve.ts';
import { toPage, toPagination } from '../platform/lists/pagination.ts';
import { editItem } from '../platform/lists/require-item.ts';
import { queueEmail } from '../platform/mail/outbox.ts';
import { readReturns } from '../platform/mail/returned-mail.ts';

export const handler = serve(staffEndpoints, {
  'GET /live/club-staff-users': async ({ query }) => {
    const rows = await staff.rows();
    const findName = await createClubNamer(
      rows.map(({ clubId }) => ({ clubIds: [clubId] })),
      'staff',
    );
    const { search = '', status: wantedStatus, clubIds = [] } = query;
    const wanted = rows.filter(
      ({ text, clubId, status }) =>
        (!wantedStatus || status === wantedStatus) &&
        (clubIds.length === 0 || clubIds.includes(clubId)) &&
        matchesSearch(`${text} ${findName([clubId])[0]?.name ?? ''}`, search),
    );
    const page = toPage(wanted, query.page);
    const items = await staff.items(page.rows);
    const clubStaffUsers = await Promise.all(items.map((item) => toAnswer(item, findName([item.clubId])[0]?.name)));
    return { data: { clubStaffUsers, pagination: toPagination(page) } };
  },

  'POST /live/club-staff-users': async ({ body, now }) => {
    await requireClubs([body.clubId]);
    const existing = await findUser(body.email);
    if (existing && !isViewer(existing)) throw new ApiError('STF4092');
    // A viewer keeps the account and becomes staff when the link is used.
    const id = existing?.id ?? ulid(now);
    const { token, ...invitation } = createInvitation(now);
    // New users cannot log in before the link is used.
    const login = { id, name: '', surname: '', email: body.email, clubId: body.clubId, disabled: true };
    const user = existing ?? createUserItem({ ...login, role: 'CLUB_STAFF' }, now);
    const item = {
      id,
      ...body,
      ...invitation,
      personalName: '',
      status: 'invited' as const,
      wasViewer: existing !== undefined,
      dateCreated: new Date(now).toISOString(),
      dateActivated: null,
    };
    await keepInvitation(invitation.invitationHash, id, now);
    await staff
      .create(item, existing ? [updateUserWrite(id, { invited: true })] : createUserWrites(user))
      .catch(refuseFailedCondition('STF4092'));
    await queueEmail(await writeInvitation(item, token), now);
    const club = (await readClubName(body.clubId)) ?? '';
    return { data: { id }, message: `Invitación enviada correctamente a ${body.email} para unirse a ${club}` };
  },

  'GET /live/club-staff-users/{id}': async ({ params }) => answerOne(await requireStaff(params.id)),

  'PATCH /live/club-staff-users/{id}': async ({ params, body: { version, ...body }, now }) => {
    const before = await requireStaff(params.id);
    // Staff of a deleted club stay disabled.
    if (body.status === 'active') await requireClubs([before.clubId]);
    const changed = await editItem(
      staff,
      params.id,
      { version, missing: 'STF4040' },
      (item) => {
        if (body.status && !mayChangeStatus(item)) throw new ApiError('STF4090');
        return { ...item, ...body };
      },
      (item) => [
        updateUserWrite(item.id, {
          name: item.personalName,
          disabled: item.status !== 'active',
          ...(body.status === 'disabled' && toClosedFields(now)),
        }),
        rightsChangedWrite(item.id, now),
      ],
    );
    return { ...(await answerOne(changed)), message: 'Usuario actualizado correctamente' };
  },

  'DELETE /live/club-staff-users/{id}': async ({ params, now }) => {
    const { id, wasViewer } = await requireStaff(params.id);
    const user = await getUser(id);
    if (!wasViewer) await deleteLogin(id);
    await staff.remove(id, () => [
      ...(!user ? [] : wasViewer ? [updateUserWrite(id, viewerFields)] : deleteUserWrites(user)),
      rightsChangedWrite(id, now),
    ]);
    return { message: 'Usuario eliminado correctamente' };
  },

  'POST /live/club-staff-users/{id}/resend-invitation': async ({ params, now }) => {
    await resendInvitation(params.id, now);
    return { message: 'Invitación reenviada correctamente' };
  },

  'GET /club-staff-invitations/{token}': async ({ params, now }) => {
    const { email, clubId } = await requireInvited(params.token, now);
    return { data: { email, clubName: (await readClubName(clubId)) ?? '' } };
  },

  'POST /club-staff-invitations/{token}/accept': async ({ params, body, now }) => {
    const invited = await requireInvited(params.token, now);
    // An invited viewer may have just deleted the account, and the invitation is removed a moment later.
    if (!(await getUser(invited.id))) throw new ApiError('STF4000');
    // The password comes first: if this process dies after it, the link can be used again.
    await setPassword(invited.id, body.password);
    const at = new Date(now).toISOString();
    await staff.change(
      invited.id,
      (item) => {
        if (item.invitationHash !== invited.invitationHash) throw new ApiError('STF4000');
        const used = { invitationHash: null, invitedUntil: null };
        return { ...item, ...used, personalName: body.name, status: 'active' as const, dateActivated: at };
      },
      ({ id, clubId }) => {
        const proved = { sessionsValidFrom: at, emailConfirmedAt: at, withoutPassword: false };
        return [updateUserWrite(id, { name: body.name, disabled: false, role: 'CLUB_STAFF', clubId, ...proved })];
      },
    );
    return { message: 'Tu cuenta está lista. Ya puedes iniciar sesión.' };
  },
});

async function requireInvited(token: string, now: number): Promise<StoredStaff> {
  const invited = await findInvited(token);
  if (!invited || !isInvitationValid(invited.invited, invited.hash, now)) throw new ApiError('STF4000');
  return invited.invited;
}

const answerOne = async (item: StoredStaff) => ({
  data: { clubStaffUser: await toAnswer(item, await readClubName(item.clubId)) },
});

/** Adds to an open invitation whether its email was returned. */
async function toAnswer(item: StoredStaff, clubName = '') {
  const { bouncedAt } = item.status === 'invited' ? await readReturns(item.email) : {};
  return { ...item, clubName, ...(bouncedAt && { returnsMail: true as const }) };
}
