/** Users, matches and videos in the shape of the stores; nothing is written. */
import { ulid } from 'ulid';
import type { StoredEvent } from '../../functions/league/events/rules.ts';
import { createUserItem } from '../../functions/people/accounts/rules.ts';
import type { StoredUser } from '../../functions/platform/auth/rules.ts';
import { createMediaFields } from '../../functions/recordings/media/rules.ts';
import type { Role } from '../../shared/contract/user.ts';

/** A user of a role; a subscriber has paid for months to come. Sessions of any age are valid. */
export function buildUser(role: Role, fields: Partial<StoredUser> = {}): StoredUser {
  const id = ulid();
  const now = Date.now();
  const from = new Date(now).toISOString();
  const to = new Date(now + 1e10).toISOString();
  const subscription = role === 'REGULAR_SUBSCRIBER' ? { provider: 'stripe' as const, from, to } : null;
  const name = { name: 'Ana', surname: 'Prueba', email: `${id.toLowerCase()}@cantera.test` };
  return createUserItem(
    { id, role, ...name, subscription, sessionsValidFrom: new Date(0).toISOString(), ...fields },
    now,
  );
}

/** A visible match for subscribers, without clubs, from now on for two hours. */
export function buildEvent(fields: Partial<StoredEvent> = {}): Omit<StoredEvent, 'version'> {
  const now = Date.now();
  return {
    id: ulid(),
    title: `Partido ${ulid()}`,
    summary: '',
    sport: 'SOCCER',
    isPublic: false,
    visible: true,
    scheduledStartDate: new Date(now).toISOString(),
    scheduledFinishDate: new Date(now + 2 * 3_600_000).toISOString(),
    clubIds: [],
    thumbnail: null,
    dateCreated: new Date(now).toISOString(),
    ...fields,
  };
}

/** Fields of a visible, encoded video of a minute, without files. */
export const buildFinishedMedia = () => ({
  ...createMediaFields(null, 1000),
  id: ulid(),
  title: `Video ${ulid()}`,
  clubIds: [],
  visible: true,
  renderOrder: null,
  dateCreated: new Date().toISOString(),
  uploadId: null,
  status: 'FINISHED' as const,
  generation: ulid(),
  duration: 60,
});
