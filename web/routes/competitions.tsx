/** /competiciones: the tables of all competitions by season. The sport is in the URL. */
import type { CompetitionCard } from '../../shared/contract/competitions.ts';
import { formatSeason } from '../../shared/domain/competition.ts';
import { CompetitionCards } from '../features/league/competitions/competition-cards.tsx';
import { useCompetitions } from '../features/league/competitions/queries.ts';
import { useFilter } from '../lib/use-page.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { LoadFailure } from '../ui/load-failure.tsx';
import { Section } from '../ui/section.tsx';
import { PageSpinner } from '../ui/spinner.tsx';
import { Tabs } from '../ui/tabs.tsx';

export default function CompetitionsPage() {
  const [chosen, setChosen] = useFilter('deporte');
  const { data, isPending, isLoadingError, error } = useCompetitions();
  const listed = (data ?? []).filter(({ sport }) => !chosen || sportParameters[sport] === chosen);
  return (
    <div className="px-gutter pt-4 sm:pt-8">
      <div className="mb-6 flex flex-wrap items-center gap-x-6 gap-y-3">
        <h1 className="text-title">Competiciones</h1>
        <Tabs
          label="Deporte"
          value={chosen}
          onChange={setChosen}
          choices={[
            { value: '', label: 'Todas' },
            { value: sportParameters.SOCCER, label: 'Fútbol' },
            { value: sportParameters.BASKET, label: 'Baloncesto' },
          ]}
        />
      </div>
      {isLoadingError ? (
        <LoadFailure error={error} />
      ) : isPending ? (
        <PageSpinner />
      ) : listed.length === 0 ? (
        <EmptyState
          icon="calendar"
          title="Todavía no hay competiciones"
          text="Aparecen en cuanto un partido dice de qué liga o copa es."
        />
      ) : (
        groupBySeason(listed).map(({ season, competitions }) => (
          <Section key={season} title={`Temporada ${formatSeason(season)}`} className="mb-8" heading="mb-3">
            <CompetitionCards cards={competitions} showsSport={!chosen} />
          </Section>
        ))
      )}
    </div>
  );
}

const sportParameters = { SOCCER: 'futbol', BASKET: 'baloncesto' } as const;

/** Keeps the server's order: from the newest season, by name and age. */
function groupBySeason(cards: readonly CompetitionCard[]): { season: number; competitions: CompetitionCard[] }[] {
  const seasons = new Map<number, CompetitionCard[]>();
  for (const card of cards) seasons.set(card.season, [...(seasons.get(card.season) ?? []), card]);
  return [...seasons.entries()].map(([season, competitions]) => ({ season, competitions }));
}
