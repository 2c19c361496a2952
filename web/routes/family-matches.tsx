/** /mis-partidos: the matches for families to which the user is invited. */
import { EventCard } from '../features/league/events/event-card.tsx';
import { describeFamilyTeam, familyStateTexts } from '../features/trust/families/family-texts.ts';
import { useFamilyMatches } from '../features/trust/families/queries.ts';
import { useSession } from '../session/session.tsx';
import { StatusPill } from '../ui/badge.tsx';
import { CardSkeletons } from '../ui/card.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { LoadFailure } from '../ui/load-failure.tsx';

export default function FamilyMatchesPage() {
  const { user } = useSession();
  const list = useFamilyMatches(user?.id);
  return (
    <div className="px-gutter pt-8">
      <h1 className="text-title">Mis partidos de familia</h1>
      {list.isLoadingError ? (
        <LoadFailure error={list.error} />
      ) : !list.data ? (
        <div className="grid-cards pt-4">
          <CardSkeletons count={6} />
        </div>
      ) : (
        <>
          <ul aria-label="Equipos" className="mt-3 flex flex-col gap-2">
            {list.data.teams.map((team) => (
              <li key={`${team.club.id} ${team.sport} ${team.category} ${team.season}`} className="text-small">
                <span className="mr-2 wrap-anywhere">{`${team.club.name}: ${describeFamilyTeam(team)}`}</span>
                {team.state && (
                  <StatusPill tone={familyStateTexts[team.state].tone}>{familyStateTexts[team.state].text}</StatusPill>
                )}
              </li>
            ))}
          </ul>
          {list.data.sportEvents.length === 0 ? (
            <EmptyState
              icon="lock"
              title="Todavía no hay partidos"
              text="Aquí verás los partidos que tu club reserve a las familias."
            />
          ) : (
            <ul aria-label="Partidos" className="grid-cards pt-4">
              {list.data.sportEvents.map((event) => (
                <li key={event.id}>
                  <EventCard event={event} />
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </div>
  );
}
