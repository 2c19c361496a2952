/**
 * Seeds the invented demo league: clubs, season, videos, content, an ad, a camera and four accounts. Every step is
 * idempotent, so that the next start continues an interrupted seed.
 */

import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ensureProfile } from '../../../functions/broadcast/live/profile.ts';
import { copyEventFields } from '../../../functions/broadcast/live/rules.ts';
import { takeSlug } from '../../../functions/broadcast/live/slugs.ts';
import { findSourceBySlug, sources } from '../../../functions/broadcast/live/store.ts';
import { clubs } from '../../../functions/league/clubs/store.ts';
import { readRules, saveRules } from '../../../functions/league/competitions/store.ts';
import { events } from '../../../functions/league/events/store.ts';
import { createUserItem } from '../../../functions/people/accounts/rules.ts';
import { createUser, findUser, getUser } from '../../../functions/people/accounts/store.ts';
import { staff } from '../../../functions/people/staff/store.ts';
import { pageUrl } from '../../../functions/platform/aws/addresses.ts';
import { setPassword } from '../../../functions/platform/aws/identity.ts';
import { createChannel } from '../../../functions/platform/aws/live-streaming.ts';
import { storePicture } from '../../../functions/recordings/pictures/store-picture.ts';
import type { Role } from '../../../shared/contract/user.ts';
import { toCompetitionKey } from '../../../shared/domain/competition.ts';
import { foldText } from '../../../shared/domain/fold-text.ts';
import { paths } from '../../../shared/domain/paths.ts';
import { findSalesReopening, usualLastDay } from '../../../shared/domain/season.ts';
import { demoAccounts, demoPassword } from '../config.ts';
import { JsonFile } from '../wire/json-file.ts';
import { seedAd } from './ad.ts';
import { seedFamilies } from './families.ts';
import { demoFilms } from './films.ts';
import { largeLeague, seedLargeLeague } from './large-league.ts';
import { createCrest } from './pictures.ts';
import { storePoster } from './posters.ts';
import { seedQuality } from './quality.ts';
import { seedRights } from './rights.ts';
import { seedResult } from './scores.ts';
import { createSeason, type LeagueMatch, leagues, toClubId, todaysMatch } from './season.ts';
import { createOnce, retryStep, type SeedOptions, toSeedId } from './steps.ts';
import { teams } from './teams.ts';
import { findFilmedMatches, seedVideos } from './videos.ts';

interface State {
  /** Time at which the league was created, from which the dates of its matches follow. */
  madeOn: string;
  base: boolean;
  videos: boolean;
  large: boolean;
}

const openState = (dataDir: string) =>
  new JsonFile<State>(join(dataDir, 'seed.json'), {
    madeOn: new Date().toISOString(),
    base: false,
    videos: false,
    large: false,
  });

/** Returns whether an earlier start has made all videos. */
export const hasDemoVideos = (dataDir: string): boolean => openState(dataDir).value.videos;

/** Days. Matches since then, and future ones, are seeded before the platform is ready. */
const recentDays = 9;

/**
 * Seeds missing data; resolves when the platform can be used. `videos` resolves when older matches and all videos are
 * ready, or rejects with a list of what failed, which the next start repeats.
 */
export async function seedLeague({ dataDir, progress, clips, large }: SeedOptions): Promise<{ videos: Promise<void> }> {
  await mkdir(dataDir, { recursive: true });
  const state = openState(dataDir);
  const madeOn = new Date(state.value.madeOn);
  const matches = createSeason(madeOn);
  const played = matches.filter(({ state }) => state === 'FINISHED');
  const filmedMatches = clips ? [] : findFilmedMatches(played);
  const isRecent = ({ start }: LeagueMatch) => start.getTime() > madeOn.getTime() - recentDays * 86_400_000;
  if (!state.value.base) {
    await state.save();
    progress('Making the demo league…');
    await retryStep(seedClubs);
    await retryStep(seedPeople);
    await seedMatches(matches.filter(isRecent));
    await retryStep(seedCamera);
    await retryStep(seedTableRules);
    // Older matches are seeded later, with the videos.
    const lastMatch = played.find(isRecent)?.id ?? todaysMatch;
    await retryStep(() => seedRights(lastMatch, madeOn.getTime()));
    await retryStep(() => seedFamilies(madeOn.getTime()));
    await retryStep(() => seedQuality(played.filter(isRecent), madeOn.getTime()));
    state.value.base = true;
    await state.save();
  }
  if (large && !state.value.large) {
    progress('Making a large league beside it…');
    await seedLargeLeague(largeLeague, madeOn);
    state.value.large = true;
    await state.save();
  }
  return { videos: state.value.videos ? Promise.resolve() : finishVideos() };

  async function seedMatches(matches: readonly LeagueMatch[]): Promise<void> {
    for (const match of matches) {
      await retryStep(() => seedEvent(match));
      const filmed = filmedMatches.find((one) => one.match === match);
      if (match.state === 'FINISHED') await retryStep(() => seedResult(match, filmed));
    }
  }

  async function finishVideos(): Promise<void> {
    await seedMatches(matches.filter((match) => !isRecent(match)));
    const missing = await seedVideos({ progress, matches: played, clips });
    if (clips?.ad !== false)
      await retryStep(() => seedAd(dataDir, adClub)).catch((error: Error) => missing.push(`the ad (${error.message})`));
    if (missing.length > 0) throw new Error(`Missing in the demo league: ${missing.join('; ')}`);
    state.value.videos = true;
    await state.save();
    progress('The demo videos are ready.');
  }
}

/** The ad precedes the videos of the last club of `teams`, which plays both sports. */
export const adClub = toSeedId('C', teams.length - 1);

async function seedClubs(): Promise<void> {
  for (const team of teams) {
    const id = toClubId(team);
    if (await clubs.get(id)) continue;
    const thumbnail = await storePicture('clubs', id, await createCrest(team));
    const dateCreated = new Date().toISOString();
    const host = foldText(team.name).replace(/[^a-z]/g, '');
    const protection = { name: 'Lola Ruiz', email: `menores@${host}.test`, phone: '' };
    const choices = { publicClips: true, viewerClips: true, protection };
    await createOnce(() => clubs.create({ id, name: team.name, visible: true, thumbnail, dateCreated, ...choices }));
  }
}

async function seedPeople(): Promise<void> {
  const people: { email: string; role: Role; name: string; surname: string; clubId?: string }[] = [
    { email: demoAccounts.admin, role: 'ADMIN', name: 'Carmen', surname: 'Directora' },
    { email: demoAccounts.staff, role: 'CLUB_STAFF', name: 'Toni', surname: 'Delegado', clubId: toSeedId('C', 0) },
    { email: demoAccounts.subscriber, role: 'REGULAR_SUBSCRIBER', name: 'Lucía', surname: 'Abonada' },
    { email: demoAccounts.basic, role: 'REGULAR_BASIC', name: 'Pedro', surname: 'Vecino' },
  ];
  for (const [index, { email, role, name, surname, clubId: staffClub }] of people.entries()) {
    const existing = await findUser(email);
    const id = existing?.id ?? toSeedId('P', index);
    const now = new Date();
    if (!existing) {
      const isSubscriber = role === 'REGULAR_SUBSCRIBER';
      const buys = isSubscriber && !findSalesReopening(now.getTime(), usualLastDay);
      await createUser(
        createUserItem(
          {
            id,
            name,
            surname,
            email,
            clubId: staffClub ?? null,
            emailConfirmedAt: now.toISOString(),
            role: isSubscriber ? 'REGULAR_BASIC' : role,
            ...(isSubscriber && !buys && { grants: grantUntilNextYear(now) }),
          },
          now.getTime(),
        ),
      );
      if (buys) await buySeason(id, now);
    }
    await setPassword(id, demoPassword);
    if (staffClub && !(await staff.get(id))) {
      const dates = { dateCreated: now.toISOString(), dateActivated: now.toISOString() };
      const fields = { status: 'active' as const, invitationHash: null, invitedUntil: null };
      await staff.create({ id, email, personalName: name, clubId: staffClub, ...dates, ...fields });
    }
    if (role === 'ADMIN') await ensureProfile({ id, name }, now.getTime());
  }
}

/** Entitlement for the time between two seasons, when nothing is sold. */
const grantUntilNextYear = (now: Date) => ({
  subscription: { from: now.toISOString(), to: new Date(now.getTime() + 300 * 86_400_000).toISOString() },
  events: [],
  log: [],
});

/** Pays on the checkout page, so that the account has receipts, a card and a cancellation. */
async function buySeason(userId: string, now: Date): Promise<void> {
  // These modules are imported here, because they read the platform's settings on import.
  const [{ createPaymentLink }, { syncCustomer }] = await Promise.all([
    import('../../../functions/money/payments/checkout.ts'),
    import('../../../functions/money/payments/sync-customer.ts'),
  ]);
  const user = await getUser(userId);
  if (!user) return;
  const callbackUrl = pageUrl(paths.paymentSuccess);
  const page = await createPaymentLink(user, { productType: 'PT_MONTHLY', callbackUrl }, now.getTime());
  await fetch(`${page}/pay`, { method: 'POST', redirect: 'manual' });
  const customer = (await getUser(userId))?.stripeCustomerId;
  if (customer) await syncCustomer(customer);
}

async function seedEvent(match: LeagueMatch): Promise<void> {
  if (await events.get(match.id)) return;
  const thumbnail = await storePoster('events', match.id, match);
  await createOnce(() =>
    events.create({
      id: match.id,
      title: match.title,
      summary: match.invitation,
      sport: match.sport,
      // One match in six is open to everybody. The first film is sold, so that a visitor meets an offer.
      isPublic: Number(match.id.slice(-3)) % 6 === 2 && !isShownFirst(match),
      visible: true,
      scheduledStartDate: match.start.toISOString(),
      scheduledFinishDate: new Date(match.start.getTime() + 2 * 3_600_000).toISOString(),
      clubIds: match.clubIds,
      homeClubId: toClubId(match.home),
      awayClubId: toClubId(match.away),
      ...match.details,
      state: match.state,
      postponedFrom: match.state === 'POSTPONED' ? match.start.toISOString() : null,
      thumbnail,
      dateCreated: new Date().toISOString(),
    }),
  );
}

function isShownFirst({ home, away }: LeagueMatch): boolean {
  const [film] = demoFilms;
  return home.name === film?.home && away.name === film.away;
}

/** Two clubs of each league go up, and two go down. */
async function seedTableRules(): Promise<void> {
  for (const { sport, competition } of leagues) {
    const key = toCompetitionKey({ sport, competition }) ?? '';
    const rules = await readRules({ key, sport });
    if (rules.version === 0) await saveRules(key, { ...rules, promoted: 2, relegated: 2 });
  }
}

/** Seeds the camera of `npm run demo:camera`, assigned to today's match. */
async function seedCamera(): Promise<void> {
  const slug = 'campo-municipal';
  if (await findSourceBySlug(slug)) return;
  const match = await events.get(todaysMatch);
  const id = toSeedId('K', 0);
  const channel = await createChannel(`camera-${id}`);
  await createOnce(() =>
    sources.create(
      {
        ...channel,
        id,
        kind: 'camera',
        slug,
        title: '',
        summary: 'Cámara fija del Campo Municipal',
        isTest: false,
        sport: 'SOCCER',
        sportEventId: match?.id ?? null,
        ...copyEventFields(match),
        renderOrder: null,
        thumbnail: null,
        ownerId: null,
        broadcast: null,
        dateCreated: new Date().toISOString(),
      },
      [takeSlug(slug, id)],
    ),
  );
}
