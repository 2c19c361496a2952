/** The tables of a sport's latest season. */
import type { Sport } from '../../../../shared/contract/schema.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { PageSpinner } from '../../../ui/spinner.tsx';
import { CompetitionCards } from './competition-cards.tsx';
import { useCompetitions } from './queries.ts';

export function SportTables({ sport }: { sport: Sport }) {
  const { data, isPending, isLoadingError, error } = useCompetitions({ sport });
  if (isLoadingError) return <LoadFailure error={error} />;
  if (isPending) return <PageSpinner />;
  const latest = data.filter(({ season }) => season === data[0]?.season);
  if (latest.length === 0)
    return (
      <EmptyState
        icon="calendar"
        title="Todavía no hay competiciones"
        text="Aparecen en cuanto un partido dice de qué liga o copa es."
      />
    );
  return (
    <>
      <h2 className="sr-only">Clasificación</h2>
      <CompetitionCards cards={latest} />
    </>
  );
}
