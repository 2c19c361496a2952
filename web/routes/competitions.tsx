/** /competiciones: all competitions by season, with links to their categories. The sport is in the URL. */
import { Link } from 'react-router-dom';
import type { CompetitionCard } from '../../shared/contract/competitions.ts';
import { seasonText } from '../../shared/domain/competition.ts';
import { ageCategoryNames } from '../../shared/domain/match.ts';
import { sportName } from '../../shared/domain/sport-name.ts';
import { useCompetitions } from '../features/league/competitions/queries.ts';
import { paths } from '../lib/paths.ts';
import { useFilter } from '../lib/use-page.ts';
import { useTitle } from '../lib/use-title.ts';
import { StatusPill } from '../ui/badge.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { LoadFailure } from '../ui/load-failure.tsx';
import { PageSpinner } from '../ui/spinner.tsx';
import { Tabs } from '../ui/tabs.tsx';

export default function CompetitionsPage() {
  useTitle('Competiciones');
  const [chosen, setChosen] = useFilter('deporte');
  const { data, isPending, isLoadingError, error } = useCompetitions();
  const shown = (data ?? []).filter(({ sport }) => !chosen || sportParameters[sport] === chosen);
  return (
    <div className="px-gutter pt-8">
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
      ) : shown.length === 0 ? (
        <EmptyState
          icon="calendar"
          title="Todavía no hay competiciones"
          text="Aparecen en cuanto un partido dice de qué liga o copa es."
        />
      ) : (
        groupBySeason(shown).map(({ season, competitions }) => (
          <section key={season} aria-labelledby={`temporada-${season}`} className="mb-8">
            <h2 id={`temporada-${season}`} className="mb-3 text-lead">
              Temporada {seasonText(season)}
            </h2>
            <ul className="grid grid-cols-1 gap-4 sm:grid-cols-2 xl:grid-cols-3">
              {competitions.map((tables) => (
                <CompetitionItem key={tables[0].slug} tables={tables} />
              ))}
            </ul>
          </section>
        ))
      )}
    </div>
  );
}

const sportParameters = { SOCCER: 'futbol', BASKET: 'baloncesto' } as const;

type Tables = [CompetitionCard, ...CompetitionCard[]];

function CompetitionItem({ tables }: { tables: Tables }) {
  const [{ name, sport }] = tables;
  return (
    <li className="flex flex-col items-start gap-3 rounded-md border border-line bg-surface p-4">
      <StatusPill tone={sport === 'SOCCER' ? 'soccer' : 'basket'}>{sportName(sport)}</StatusPill>
      <h3 className="max-w-full text-lead break-words">{name}</h3>
      <ul aria-label={`Categorías de ${name}`} className="flex flex-wrap gap-2">
        {tables.map(({ slug, category }) => (
          <li key={slug}>
            <Link
              to={paths.competition(slug)}
              className="inline-flex min-h-9 items-center rounded-full border border-line bg-raised px-3.5 text-small font-semibold transition-colors hover:border-line-strong pointer-coarse:min-h-11"
            >
              {category ? ageCategoryNames[category] : 'Clasificación'}
            </Link>
          </li>
        ))}
      </ul>
    </li>
  );
}

/** Groups the competitions in the server's order: from the newest season, by name and age. */
function groupBySeason(cards: readonly CompetitionCard[]): { season: number; competitions: Tables[] }[] {
  const seasons = new Map<number, Map<string, Tables>>();
  for (const card of cards) {
    const competitions = seasons.get(card.season) ?? new Map<string, Tables>();
    seasons.set(card.season, competitions);
    const key = `${card.sport} ${card.name}`;
    const tables = competitions.get(key);
    if (tables) tables.push(card);
    else competitions.set(key, [card]);
  }
  return [...seasons.entries()].map(([season, competitions]) => ({ season, competitions: [...competitions.values()] }));
}
