/**
 * Customers of the partner: users with placeholder contact data, who get in by password recovery. Creating and renewing
 * are one operation, so that the partner may send the same customer any number of times.
 */
import { ulid } from 'ulid';
import { Refusal } from '../../../shared/errors.ts';
import { placeholders } from '../../../shared/people/account-forms.ts';
import type { PartnerCustomer } from '../../../shared/people/partner.ts';
import { ConditionFailed, transact } from '../../platform/aws/dynamo.ts';
import type { StoredUser } from '../../platform/session/rules.ts';
import { newUser } from '../accounts/rules.ts';
import { createUser, externalPointerWrite, findUser, updateUserWrite } from '../accounts/store.ts';

export const partnerProvider = 'partner';

export type Outcome = 'created' | 'renewed' | 'unchanged';

export async function saveCustomer(customer: PartnerCustomer, now: number): Promise<{ id: string; outcome: Outcome }> {
  for (let attempt = 1; ; attempt += 1) {
    const [byId, byEmail] = await Promise.all([findUser(customer.userId), findUser(customer.email)]);
    if (byId && byEmail && byId.id !== byEmail.id) throw new Refusal('PTN4090');
    const known = byId ?? byEmail;
    try {
      if (!known) return { id: await create(customer, now), outcome: 'created' };
      return { id: known.id, outcome: await renew(known, customer, now) };
    } catch (error) {
      // Somebody registered the same email or id in between: look again.
      if (!(error instanceof ConditionFailed) || attempt === 3) throw error;
    }
  }
}

/** Ends access now; ending it twice changes nothing. */
export async function endCustomer(userId: string, now: number): Promise<void> {
  const user = await findUser(userId);
  if (user?.externalId !== userId) throw new Refusal('PTN4040');
  const { subscription } = user;
  if (subscription?.provider !== partnerProvider || Date.parse(subscription.to) <= now) return;
  await transact([updateUserWrite(user.id, { subscription: { ...subscription, to: new Date(now).toISOString() } })]);
}

async function create({ email, userId, to, name, surname }: PartnerCustomer, now: number): Promise<string> {
  const { documentId, phone, streetName, municipality, zipCode } = placeholders;
  const user = newUser(
    {
      id: ulid(now),
      role: 'REGULAR_SUBSCRIBER',
      name,
      surname,
      email,
      externalId: userId,
      subscription: { provider: partnerProvider, from: new Date(now).toISOString(), to },
      documentId,
      phone,
      address: { streetName, municipality, zipCode },
    },
    now,
  );
  await createUser(user);
  return user.id;
}

async function renew(user: StoredUser, { userId, to }: PartnerCustomer, now: number): Promise<Outcome> {
  if (user.role === 'ADMIN' || user.role === 'CLUB_STAFF') throw new Refusal('PTN4090');
  if (user.externalId !== null && user.externalId !== userId) throw new Refusal('PTN4090');
  const { subscription } = user;
  // A subscription that the customer pays for goes on; the partner's would only take its place when that has ended.
  const ours = subscription?.provider === partnerProvider;
  if (subscription && !ours && !subscription.error && Date.parse(subscription.to) > now) return 'unchanged';
  if (ours && subscription.to === to && user.externalId === userId && user.role === 'REGULAR_SUBSCRIBER')
    return 'unchanged';
  const from = ours ? subscription.from : new Date(now).toISOString();
  await transact([
    updateUserWrite(user.id, {
      role: 'REGULAR_SUBSCRIBER',
      externalId: userId,
      subscription: { provider: partnerProvider, from, to },
    }),
    ...(user.externalId === null ? [externalPointerWrite(userId, user.id)] : []),
  ]);
  return 'renewed';
}
