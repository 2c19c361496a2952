/** Says below a table which points were taken, and which matches count as forfeited. */
import type { Competition, Standings } from '../../../../shared/contract/competitions.ts';
import { forfeitScore } from '../../../../shared/domain/standings.ts';

export function Rulings({ rulings, competition }: { rulings: Standings['rulings']; competition: Competition }) {
  const { penalties, forfeits } = rulings;
  if (penalties.length + forfeits.length === 0) return null;
  const nameClub = (clubId: string) => competition.clubs.find(({ id }) => id === clubId)?.name ?? 'Un club';
  const won = forfeitScore[competition.sport];
  return (
    <ul aria-label="Sanciones e incomparecencias" className="mt-3 flex max-w-[68ch] flex-col gap-1 text-note">
      {penalties.map(({ clubId, points, reason }) => (
        <li key={`${clubId} ${points} ${reason}`}>
          {`* ${nameClub(clubId)}: ${points === 1 ? '1 punto' : `${points} puntos`} menos. ${reason}`}
        </li>
      ))}
      {forfeits.map(({ eventId, homeId, awayId, lostBy, reason }) => (
        <li key={eventId}>
          {`${nameClub(homeId)} – ${nameClub(awayId)}: cuenta ${lostBy === homeId ? `0–${won}` : `${won}–0`}. ${reason}`}
        </li>
      ))}
    </ul>
  );
}
