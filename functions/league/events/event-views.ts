/** Stored events as the API shows them. */

import type { MatchScore } from '../../../shared/contract/scores.ts';
import { toResult } from '../../../shared/domain/result.ts';
import { pictureUrl } from '../../platform/aws/addresses.ts';
import { clubNamer, clubs, type NameClubs } from '../clubs/store.ts';
import { scoresOf } from '../scores/scores-by-event.ts';
import { fieldsOfClubs, type StoredEvent } from './rules.ts';

export async function eventAnswers(items: readonly StoredEvent[], reader?: 'staff') {
  const [nameClubs, scoreOf] = await Promise.all([clubNamer(items, reader), scoresOf(items)]);
  const made = reader ? madeForStaff : madeForAll;
  return items.map((event) => {
    const score = scoreOf(event);
    const known = made.get(event);
    if (known?.clubs === clubs.sequence && known.answer.score === score) return known.answer;
    const answer = answerOf(event, nameClubs(event.clubIds), score);
    made.set(event, { clubs: clubs.sequence, answer });
    return answer;
  });
}

function answerOf(event: StoredEvent, named: ReturnType<NameClubs>, score: MatchScore | null) {
  const thumbnail = pictureUrl(event.thumbnail);
  // A side that is hidden, or gone, is named no more than among the clubs.
  const shown = fieldsOfClubs(
    event,
    named.map(({ id }) => id),
  );
  return { ...event, ...shown, thumbnail, clubs: named, score };
}

/** By event as it was read: what was made of it and of the clubs as they were. A month of a large league is hundreds. */
type Made = WeakMap<StoredEvent, { clubs: number; answer: ReturnType<typeof answerOf> }>;
const madeForAll: Made = new WeakMap();
const madeForStaff: Made = new WeakMap();

export async function eventAnswer(event: StoredEvent, reader?: 'staff') {
  const [answer] = await eventAnswers([event], reader);
  if (!answer) throw new Error('One event has one answer');
  return answer;
}

/** The results for the cards of lives and recordings, by event. To everybody: of events that they may see. */
export async function resultsOf(items: readonly StoredEvent[]) {
  const answers = await eventAnswers(items.filter(({ visible }) => visible));
  return new Map(answers.map((event) => [event.id, toResult(event)]));
}
