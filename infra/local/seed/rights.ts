/**
 * Image rights of the demo league: nearly all clubs have every authorisation, one has none for clips and sponsors, one
 * has made no statement, and an objection waits for its answer.
 */

import { findSeason } from '../../../shared/domain/competition.ts';
import { contractVersion, type Purpose, purposes, statementVersion } from '../../../shared/domain/image-rights.ts';
import { paths } from '../../../shared/domain/paths.ts';
import { toClubId } from './season.ts';
import { toSeedId } from './steps.ts';
import { categories, type Team, teams } from './teams.ts';

/** Authorised purposes of clubs that lack some, by name. */
const partial: Record<string, readonly Purpose[]> = { 'Rivera CF': ['live', 'recording'], 'San Juan de la Vega': [] };

export async function seedRights(objectionTo: string, now: number): Promise<void> {
  // These modules are imported here, because they read the platform's settings on import.
  const [{ getUser }, { acceptContract, saveTeamStatement }, { imageRights, teamKey, toRightsId }] = await Promise.all([
    import('../../../functions/people/accounts/store.ts'),
    import('../../../functions/trust/rights/change-statements.ts'),
    import('../../../functions/trust/rights/store.ts'),
  ]);
  const user = await getUser(toSeedId('P', 0));
  if (!user) throw new Error('The demo league has no admin yet');
  const season = findSeason(new Date(now).toISOString());
  for (const team of teams) {
    const clubId = toClubId(team);
    const stated = partial[team.name] ?? purposes;
    if (stated.length === 0) continue;
    await acceptContract(clubId, contractVersion, { user, now });
    for (const about of listTeams(team)) {
      if (await imageRights.get(toRightsId(teamKey(clubId, { ...about, season })))) continue;
      const statement = { purposes: [...stated], textVersion: statementVersion, version: undefined };
      await saveTeamStatement({ kind: 'TEAM', clubId, season, ...about }, statement, { user, now });
    }
  }
  await seedObjection(objectionTo, now);
}

const listTeams = ({ sports }: Team) => sports.flatMap((sport) => categories.map((category) => ({ sport, category })));

/** Opens an objection that names no recognisable minor, so that the match stays visible until the answer. */
async function seedObjection(eventId: string, now: number): Promise<void> {
  const [{ NewMatter }, { openMatter }] = await Promise.all([
    import('../../../shared/contract/matters.ts'),
    import('../../../functions/trust/matters/open-matter.ts'),
  ]);
  const form = NewMatter.parse({
    attempt: toSeedId('S', 0),
    kind: 'OBJECTION',
    reason: 'PRIVACY',
    relation: 'GUARDIAN',
    minor: false,
    name: 'Marta Vidal',
    email: 'marta@familia.test',
    page: paths.event(eventId),
    second: 754,
    message: 'En el descanso se ve de cerca a las familias de la grada. Preferimos que esa parte no esté.',
  });
  const { matter } = await openMatter(form, { address: '127.0.0.1', userId: undefined }, now);
  if (!matter.target) throw new Error(`The demo league has no match ${eventId} yet`);
}
