/**
 * The scores of some matches, for lists and pages (row D-MATCH-3): the event holds that of a match that is not played;
 * for those that are played it is read, one read for all of them.
 */
import type { MatchScore } from '../../../shared/contract/scores.ts';
import type { StoredEvent } from '../events/rules.ts';
import { findScores } from './store.ts';

type Scored = Pick<StoredEvent, 'id' | 'state' | 'score'>;

/** What was broken off or called off has no result. */
const shows = ({ state }: Scored) => state !== 'POSTPONED' && state !== 'CANCELLED';

const isPlayed = ({ score }: Scored) => score?.phase === 'PLAYING' || score?.phase === 'BREAK';

/** A function that gives the score of one of them; null before there is one. */
export async function scoresOf(matches: readonly Scored[]): Promise<(match: Scored) => MatchScore | null> {
  const played = matches.filter((match) => shows(match) && isPlayed(match)).map(({ id }) => id);
  const now = await findScores([...new Set(played)]);
  return (match) => {
    const score = now.get(match.id) ?? match.score;
    return score && shows(match) && score.phase !== 'BEFORE' ? score : null;
  };
}
