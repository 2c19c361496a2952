/**
 * Customers of the partner: users with placeholder contact data, who log in through password recovery. Creating and
 * renewing are one idempotent operation.
 */
import { ulid } from 'ulid';
import { ApiError } from '../../../shared/contract/errors.ts';
import type { PartnerCustomer } from '../../../shared/contract/partner.ts';
import { placeholders } from '../../../shared/domain/account-forms.ts';
import { transactAudited } from '../../platform/audit/trail.ts';
import type { StoredUser } from '../../platform/auth/rules.ts';
import { retryWrite } from '../../platform/aws/dynamo-errors.ts';
import { changeRights } from '../accounts/end-rights.ts';
import { requestRecovery } from '../accounts/recovery.ts';
import { createUserItem } from '../accounts/rules.ts';
import {
  createUserWrites,
  describeNewUser,
  describeUser,
  externalPointerWrite,
  findUser,
  updateUserWrite,
} from '../accounts/store.ts';

export type Outcome = 'created' | 'renewed' | 'unchanged';

/** Reads again if the email or the id was registered concurrently. */
export const saveCustomer = (customer: PartnerCustomer, now: number): Promise<{ id: string; outcome: Outcome }> =>
  retryWrite(async () => {
    const [byId, byEmail] = await Promise.all([findUser(customer.userId), findUser(customer.email)]);
    if (byId && byEmail && byId.id !== byEmail.id) throw new ApiError('PTN4090');
    const existing = byId ?? byEmail;
    if (!existing) return { id: await create(customer, now), outcome: 'created' };
    return { id: existing.id, outcome: await renew(existing, customer, now) };
  });

/** Ends access now; idempotent. */
export async function endCustomer(userId: string, now: number): Promise<void> {
  const user = await findUser(userId);
  if (user?.externalId !== userId) throw new ApiError('PTN4040');
  const { partnerSubscription: right } = user;
  if (!right || Date.parse(right.to) <= now) return;
  await changeRights(user, { partnerSubscription: { ...right, to: new Date(now).toISOString() } }, now);
}

async function create({ email, userId, to, name, surname }: PartnerCustomer, now: number): Promise<string> {
  const { documentId, phone, streetName, municipality, zipCode } = placeholders;
  const user = createUserItem(
    {
      id: ulid(now),
      role: 'REGULAR_BASIC',
      name,
      surname,
      email,
      // Login is possible only through a link to this address, so the address counts as confirmed.
      emailConfirmedAt: new Date(now).toISOString(),
      externalId: userId,
      partnerSubscription: { from: new Date(now).toISOString(), to },
      documentId,
      phone,
      address: { streetName, municipality, zipCode },
    },
    now,
  );
  await transactAudited(createUserWrites(user), describeNewUser(user));
  return user.id;
}

/**
 * Grants the right to an existing account, beside its own payments. A stranger may have entered the address, so the
 * right waits until a link sent to it has been used, which also resets password and sessions.
 */
async function renew(user: StoredUser, { userId, to }: PartnerCustomer, now: number): Promise<Outcome> {
  if (user.role === 'ADMIN' || user.role === 'CLUB_STAFF') throw new ApiError('PTN4090');
  if (user.externalId !== null && user.externalId !== userId) throw new ApiError('PTN4090');
  const { partnerSubscription: right } = user;
  if (right?.to === to && user.externalId === userId) return 'unchanged';
  const change = { externalId: userId, partnerSubscription: { from: right?.from ?? new Date(now).toISOString(), to } };
  await transactAudited(
    [updateUserWrite(user.id, change), ...(user.externalId === null ? [externalPointerWrite(userId, user.id)] : [])],
    describeUser(user, change),
  );
  if (user.emailConfirmedAt === null) await requestRecovery(user.email, 'PARTNER');
  return 'renewed';
}
