/**
 * Applies fixtures from a file. Season, sport, competition, category, matchday, sides and their letters identify a match:
 * a repeated line changes nothing, even concurrently; one with another date or venue reschedules the event.
 */
import { ApiError } from '../../../shared/contract/errors.ts';
import { findSeason } from '../../../shared/domain/competition.ts';
import { takesPlace } from '../../../shared/domain/event-state.ts';
import type { Fixture, FixtureLine } from '../../../shared/domain/fixtures.ts';
import { foldText } from '../../../shared/domain/fold-text.ts';
import { matchTitle, type TeamLetter } from '../../../shared/domain/match.ts';
import { isWritten } from '../../platform/aws/dynamo-errors.ts';
import { hashId } from '../../platform/lists/hashed-id.ts';
import { clubs } from '../clubs/store.ts';
import { changeEvent } from './change-event.ts';
import { type StoredEvent, withEdit } from './rules.ts';
import { events } from './store.ts';

export type FixtureOutcome = Exclude<FixtureLine['outcome'], 'refused'>;

/** Reads and recovers deleted matches; higher modules implement it. */
export interface DeletedMatches {
  deleted: readonly { event: StoredEvent; mayRecover: boolean }[];
  /** Brings a deleted match back, hidden. */
  recover(id: string): Promise<StoredEvent | undefined>;
  /** Ids of the matters that withhold a match with this id. */
  listHolds(id: string): Promise<string[]>;
  /** Reopens the score log of an id whose earlier match was erased. */
  reopen(id: string): Promise<void>;
}

interface Teams {
  home: { id: string; name: string };
  away: { id: string; name: string };
}

/**
 * With `dry`, only returns the outcome. With `clubId`, one of the teams must be this club. @throws ApiError with the
 * reason if a line is rejected.
 */
export async function applyFixture(
  fixture: Fixture,
  now: number,
  { dry = false, clubId, past }: { dry?: boolean; clubId?: string | undefined; past: DeletedMatches },
): Promise<FixtureOutcome> {
  const teams = await findTeams(fixture);
  if (clubId && teams.home.id !== clubId && teams.away.id !== clubId)
    throw new ApiError('REQ4000', 'No es un partido de tu club');
  const existing = await findKnownEvent(fixture, teams);
  const key = toMatchKey(fixture, teams.home.id, teams.away.id);
  // The id hashes the imported fields, which staff may have edited since.
  const isSameMatch = (event: StoredEvent) => event.id === hashId(key) || toEventKey(event) === key;
  const deleted = existing ? undefined : past.deleted.find(({ event }) => isSameMatch(event));
  if (deleted) return recover(deleted, fixture, now, { dry, past });
  if (!existing) {
    if (!dry && !(await create(fixture, teams, now, past))) return applyFixture(fixture, now, { clubId, past });
    return 'created';
  }
  const moved = withFixture(existing, fixture, now);
  if (!moved) return 'unchanged';
  if (!dry) await changeEvent(existing.id, (event) => withFixture(event, fixture, now), now);
  return 'moved';
}

async function recover(
  { event: { id }, event, mayRecover }: DeletedMatches['deleted'][number],
  fixture: Fixture,
  now: number,
  { dry, past }: { dry: boolean; past: DeletedMatches },
): Promise<FixtureOutcome> {
  if (!mayRecover) throw new ApiError('CLS4030', 'Lo eliminó Cantera TV o el otro club: pídeles que lo recuperen');
  const isMoved = withFixture(event, fixture, now) !== undefined;
  if (dry) return 'recovered';
  await past.recover(id);
  if (isMoved) await changeEvent(id, (current) => withFixture(current, fixture, now), now);
  return 'recovered';
}

/** Applies date and venue of a line to a known event; staff may have edited the other fields. */
function withFixture(event: StoredEvent, fixture: Fixture, now: number): StoredEvent | undefined {
  const { scheduledStartDate, scheduledFinishDate } = fixture;
  const venue = fixture.venue ?? event.venue ?? null;
  const isSame =
    event.scheduledStartDate === scheduledStartDate &&
    event.scheduledFinishDate === scheduledFinishDate &&
    (event.venue ?? null) === venue;
  if (isSame) return undefined;
  const isOver = takesPlace(event) && Date.parse(event.scheduledFinishDate) < now;
  if (event.state === 'LIVE' || event.state === 'FINISHED' || isOver)
    throw new ApiError('REQ4000', 'El partido ya se ha jugado o se está jugando');
  return withEdit(event, { scheduledStartDate, scheduledFinishDate, venue });
}

async function create(fixture: Fixture, { home, away }: Teams, now: number, past: DeletedMatches): Promise<boolean> {
  const id = hashId(toMatchKey(fixture, home.id, away.id));
  const matters = await past.listHolds(id);
  const { sport, category, competition, matchday, venue, scheduledStartDate, scheduledFinishDate } = fixture;
  const { homeTeam, awayTeam } = fixture;
  const created = await isWritten(
    events.create({
      id,
      title: matchTitle(withLetter(home, homeTeam), withLetter(away, awayTeam)),
      summary: '',
      isPublic: false,
      visible: matters.length === 0,
      ...(matters.length > 0 && { withheld: { matters, wasVisible: true } }),
      clubIds: [home.id, away.id],
      homeClubId: home.id,
      awayClubId: away.id,
      ...(homeTeam && { homeTeam }),
      ...(awayTeam && { awayTeam }),
      thumbnail: null,
      dateCreated: new Date(now).toISOString(),
      sport,
      category,
      competition,
      matchday,
      venue,
      scheduledStartDate,
      scheduledFinishDate,
    }),
  );
  if (created) await past.reopen(id);
  return created;
}

/** 'CD Sauce B': two teams of a club may play on the same day. */
const withLetter = ({ name }: { name: string }, letter: TeamLetter | null) => ({
  name: letter ? `${name} ${letter}` : name,
});

async function findTeams({ home, away }: Fixture): Promise<Teams> {
  const rows = await clubs.rows();
  const findTeam = (name: string) => {
    const [found, another] = rows.filter(({ title }) => title === foldText(name));
    if (!found) throw new ApiError('REQ4000', `El club «${name}» no existe`);
    if (another) throw new ApiError('REQ4000', `Hay varios clubes que se llaman «${name}»`);
    return found;
  };
  const teams = { home: findTeam(home), away: findTeam(away) };
  if (teams.home.id === teams.away.id) throw new ApiError('EVT4001');
  return teams;
}

/** Finds the existing event of this match, created by any user. */
async function findKnownEvent(fixture: Fixture, { home, away }: Teams): Promise<StoredEvent | undefined> {
  const key = toMatchKey(fixture, home.id, away.id);
  const imported = await events.get(hashId(key));
  if (imported) return imported;
  const rows = (await events.rows()).filter(({ clubIds }) => clubIds.includes(home.id) && clubIds.includes(away.id));
  const items = await events.items(rows);
  return items.find((event) => toEventKey(event) === key);
}

const toEventKey = (event: StoredEvent): string =>
  toMatchKey(toIdentity(event), event.homeClubId ?? '', event.awayClubId ?? '');

type Identity = Pick<Fixture, 'season' | 'sport' | 'category' | 'competition' | 'matchday' | 'homeTeam' | 'awayTeam'>;

function toIdentity({ sport, category, competition, matchday, scheduledStartDate, ...event }: StoredEvent): Identity {
  const { homeTeam = null, awayTeam = null } = event;
  return {
    season: findSeason(scheduledStartDate),
    sport,
    category: category ?? null,
    competition: competition ?? null,
    matchday: matchday ?? null,
    homeTeam,
    awayTeam,
  };
}

/** Identity of a match; also used to find duplicates within a file. */
export const toMatchKey = (
  { season, sport, category, competition, matchday, homeTeam, awayTeam }: Identity,
  home: string,
  away: string,
): string =>
  JSON.stringify([
    season,
    sport,
    category,
    foldText(competition ?? ''),
    foldText(matchday ?? ''),
    home,
    away,
    // Matches without letters keep their ids.
    ...(homeTeam || awayTeam ? [homeTeam, awayTeam] : []),
  ]);
