import type { MatchScore } from '../../../shared/contract/scores.ts';
import { pictureUrl } from '../../platform/aws/addresses.ts';
import { DerivedCache } from '../../platform/lists/derived-cache.ts';
import { isPicturePublic, type Reader, readPictureUrl } from '../../platform/shown/private-pictures.ts';
import { mayBeShown } from '../../platform/shown/rules.ts';
import { clubs, createClubNamer, type NameClubs, readClubNames } from '../clubs/store.ts';
import { createScoreFinder } from '../scores/store.ts';
import { type StoredEvent, toClubFields } from './rules.ts';

/**
 * `pictures` names the reader for whom pictures of matches that are not public get a signed URL; by default, `reader`.
 */
export async function toEventViews(
  items: readonly StoredEvent[],
  reader?: 'staff',
  pictures: Reader | undefined = reader,
) {
  const [nameClubs, findScore] = await Promise.all([createClubNamer(items, reader), createScoreFinder(items)]);
  const cache = reader ? viewsForStaff : viewsForAll;
  const answers = items.map((event) => {
    const score = findScore(event);
    const view = cache.get(event, () =>
      toEventView(reader ? withAudienceVisibility(event) : event, nameClubs(event.clubIds), score),
    );
    return view.score === score ? view : { ...view, score };
  });
  return Promise.all(
    items.map(async (event, index) => {
      const answer = answers[index] as (typeof answers)[number];
      return isPicturePublic(event)
        ? answer
        : { ...answer, thumbnail: await readPictureUrl(event.thumbnail, event, pictures) };
    }),
  );
}

function toEventView(event: StoredEvent, named: ReturnType<NameClubs>, score: MatchScore | null) {
  const thumbnail = pictureUrl(event.thumbnail);
  // A hidden or deleted club is not named as a side either.
  const fields = toClubFields(
    event,
    named.map(({ id }) => id),
  );
  return { ...event, ...fields, thumbnail, clubs: named, score };
}

/**
 * `visible`: for staff, whether the chosen audience sees the match; a match for families is never stored as visible.
 */
const withAudienceVisibility = (event: StoredEvent): StoredEvent =>
  event.audience === 'FAMILIES' ? { ...event, visible: mayBeShown(event, 'FAMILIES', 'page', 0).ok } : event;

/** A month of a large league has hundreds. */
const viewsForAll = new DerivedCache<ReturnType<typeof toEventView>>(clubs);
const viewsForStaff = new DerivedCache<ReturnType<typeof toEventView>>(clubs);

export async function readEventView(event: StoredEvent, reader?: 'staff', pictures?: Reader) {
  const [answer] = await toEventViews([event], reader, pictures);
  if (!answer) throw new Error('The event has no view');
  return answer;
}

/** Reads the views of visible events, by event, for the cards of lives and recordings. */
export async function readVisibleMatches(items: readonly StoredEvent[]) {
  const answers = await toEventViews(items.filter(({ visible }) => visible));
  return new Map(answers.map((event) => [event.id, event]));
}

/** The match for the pages of its scorer and its phones, with both sides. */
export async function describeMatch({ title, sport, clubIds, homeClubId, awayClubId }: StoredEvent) {
  const names = await readClubNames(clubIds, 'staff');
  const [home, away] = [homeClubId, awayClubId].map((id) => names.find((club) => club.id === id));
  const crests = { home: home?.thumbnail ?? null, away: away?.thumbnail ?? null };
  return { title, sport, home: home?.name ?? null, away: away?.name ?? null, crests };
}
