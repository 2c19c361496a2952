/** Stored events as the API shows them. */
import { resultOf } from '../../../shared/league/result.ts';
import { pictureUrl } from '../../platform/aws/addresses.ts';
import { clubNamer } from '../clubs/store.ts';
import { scoresOf } from '../scores/of-events.ts';
import { fieldsOfClubs, type StoredEvent } from './rules.ts';

export async function eventAnswers(items: readonly StoredEvent[], reader?: 'staff') {
  const [nameClubs, scoreOf] = await Promise.all([clubNamer(items, reader), scoresOf(items)]);
  return items.map((event) => {
    const clubs = nameClubs(event.clubIds);
    const thumbnail = pictureUrl(event.thumbnail);
    // A side that is hidden, or gone, is named no more than among the clubs.
    const shown = fieldsOfClubs(
      event,
      clubs.map(({ id }) => id),
    );
    return { ...event, ...shown, thumbnail, clubs, score: scoreOf(event) };
  });
}

export async function eventAnswer(event: StoredEvent, reader?: 'staff') {
  const [answer] = await eventAnswers([event], reader);
  if (!answer) throw new Error('One event has one answer');
  return answer;
}

/** The results for the cards of lives and recordings, by event. To everybody: of events that they may see. */
export async function resultsOf(items: readonly StoredEvent[]) {
  const answers = await eventAnswers(items.filter(({ visible }) => visible));
  return new Map(answers.map((event) => [event.id, resultOf(event)]));
}
