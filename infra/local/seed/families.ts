/** Seeds a match for families only, with one confirmed person and one open request. */
import { findSeason } from '../../../shared/domain/competition.ts';
import { matchTitle } from '../../../shared/domain/match.ts';
import { demoAccounts } from '../config.ts';
import { storePoster } from './posters.ts';
import { toClubId } from './season.ts';
import { createOnce, toSeedId } from './steps.ts';
import { teams } from './teams.ts';

const friendly = toSeedId('E', 900);

export async function seedFamilies(now: number): Promise<void> {
  // These modules are imported here, because they read the platform's settings on import.
  const [{ events }, { findUser }, { requestMembership, decideMembership, listFamilies, replaceCode, requireCode }] =
    await Promise.all([
      import('../../../functions/league/events/store.ts'),
      import('../../../functions/people/accounts/store.ts'),
      import('../../../functions/trust/families/store.ts'),
    ]);
  const [home, away] = teams.filter(({ sports }) => sports.includes('SOCCER'));
  if (!home || !away) throw new Error('The demo league has no two football clubs');
  const [homeClubId, awayClubId] = [toClubId(home), toClubId(away)];
  const start = new Date(now + 3 * 86_400_000);
  start.setUTCHours(17, 0, 0, 0);
  const season = findSeason(start.toISOString());
  await createOnce(async () =>
    events.create({
      id: friendly,
      title: matchTitle(home, away),
      sport: 'SOCCER',
      category: 'benjamin',
      competition: 'Amistoso',
      summary: 'Amistoso de entrenamiento, solo para las familias.',
      homeClubId,
      awayClubId,
      clubIds: [homeClubId, awayClubId],
      venue: home.grounds.SOCCER ?? null,
      visible: true,
      isPublic: false,
      audience: 'FAMILIES',
      thumbnail: await storePoster('events', friendly, { sport: 'SOCCER', home, away }),
      scheduledStartDate: start.toISOString(),
      scheduledFinishDate: new Date(start.getTime() + 90 * 60_000).toISOString(),
      dateCreated: new Date(now).toISOString(),
    }),
  );
  if ((await listFamilies(homeClubId)).members.length > 1) return;
  const team = { clubId: homeClubId, sport: 'SOCCER', category: 'benjamin', season } as const;
  const code = await requireCode(await replaceCode(team, now));
  for (const email of [demoAccounts.basic, demoAccounts.subscriber]) {
    const user = await findUser(email);
    if (!user) throw new Error(`The demo league has no ${email} yet`);
    const { id } = await requestMembership(code, { user, sessionHash: '' }, now);
    if (email === demoAccounts.basic) await decideMembership(id, 'CONFIRMED', toSeedId('P', 0), now);
  }
}
