/** A match's score between the crests of its sides. */

interface Club {
  id: string;
  name: string;
  thumbnail: string | null;
}

interface Scored<Score> {
  score: Score | null;
  clubs: readonly Club[];
  homeClubId?: string | null;
  awayClubId?: string | null;
}

/** Null before there is a score. */
export function toResult<Score>({ score, clubs, homeClubId, awayClubId }: Scored<Score>) {
  const side = (id: string | null | undefined) => {
    const club = clubs.find((one) => one.id === id);
    return club ? { name: club.name, thumbnail: club.thumbnail } : null;
  };
  return score && { home: side(homeClubId), away: side(awayClubId), score };
}
