/** Matches that viewers follow, and the emails that they get. */
import { ulid } from 'ulid';
import { call, createClub, createEvent, createPerson, type Person, playedBetween } from '../../support/api.ts';
import { eventually, hasAtLeast } from '../../support/eventually.ts';
import { listMails } from '../../support/people.ts';

const { planAlerts } = await import('../../../functions/jobs/alerts.ts');

export const admin = await createPerson('ADMIN');
export const hour = 3_600_000;

export async function match(fields: Parameters<typeof createEvent>[0] = {}) {
  const [home, away] = [await createClub('CD Sauce'), await createClub('Atlético Norte')];
  const sides = { clubIds: [home, away], homeClubId: home, awayClubId: away };
  return createEvent({ title: `Sauce – Norte ${ulid()}`, ...sides, ...playedBetween(3, 5), ...fields });
}

export const change = (id: string, body: object) =>
  call('PATCH /live/sportevents/{id}', { token: admin.token, params: { id }, body });
export const followMatch = ({ token }: Person, id: string) =>
  call('PUT /users/me/alerts/sportevents/{id}', { token, params: { id } });
export const followClub = ({ token }: Person, clubId: string) =>
  call('PUT /users/me/alerts/clubs/{clubId}', { token, params: { clubId } });
export const choose = ({ token }: Person, body: object) => call('PATCH /users/me/alerts', { token, body });

export async function follower(id: string, fields: Parameters<typeof createPerson>[1] = {}): Promise<Person> {
  const somebody = await createPerson('REGULAR_BASIC', fields);
  await followMatch(somebody, id);
  return somebody;
}

export const subjects = async ({ user }: Person) => (await listMails(user.email)).map(({ subject }) => subject);
export const expectMails = (who: Person, count: number) => eventually(() => subjects(who), hasAtLeast(count));

type BusEvent = Parameters<typeof planAlerts>[0];
export const redeliver = (name: string, detail: object) => planAlerts({ 'detail-type': name, detail } as BusEvent);
