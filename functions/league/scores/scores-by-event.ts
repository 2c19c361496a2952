/** Scores of several matches: those of running matches are read in one call; the others are stored in their events. */
import type { MatchScore } from '../../../shared/contract/scores.ts';
import type { StoredEvent } from '../events/rules.ts';
import { findScores } from './store.ts';

type Scored = Pick<StoredEvent, 'id' | 'state' | 'score'>;

/** Postponed matches, which may have been abandoned, and cancelled ones have no result. */
const showsScore = ({ state }: Scored) => state !== 'POSTPONED' && state !== 'CANCELLED';

const isPlayed = ({ score }: Scored) => score?.phase === 'PLAYING' || score?.phase === 'BREAK';

/** Returns a function from match to score; the score is null before the first action. */
export async function createScoreFinder(matches: readonly Scored[]): Promise<(match: Scored) => MatchScore | null> {
  const played = matches.filter((match) => showsScore(match) && isPlayed(match)).map(({ id }) => id);
  const now = await findScores([...new Set(played)]);
  return (match) => {
    const score = now.get(match.id) ?? match.score;
    return score && showsScore(match) && score.phase !== 'BEFORE' ? score : null;
  };
}
