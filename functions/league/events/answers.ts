/** Stored events as the API shows them. */
import { pictureUrl } from '../../platform/aws/addresses.ts';
import { clubNamer, type NameClubs } from '../clubs/store.ts';
import { type StoredEvent, withClubs } from './rules.ts';

export function eventAnswer(event: StoredEvent, nameClubs: NameClubs) {
  const clubs = nameClubs(event.clubIds);
  const clubIds = clubs.map(({ id }) => id);
  // A side that is hidden, or gone, is named no more than among the clubs.
  return { ...withClubs(event, clubIds), thumbnail: pictureUrl(event.thumbnail), clubs };
}

/** The event that a video or a live belongs to, to everybody. */
export const eventOfItem = async (event: StoredEvent) => eventAnswer(event, await clubNamer([event]));
