/** Table, bracket and scorers of a competition; one tap shows them where results are hidden. */
import { useState } from 'react';
import type { Competition } from '../../../../shared/contract/competitions.ts';
import { formatCount } from '../../../lib/format.ts';
import { useResultsHidden } from '../../../lib/results-visibility.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { ClubRow } from '../clubs/club-grid.tsx';
import { Bracket } from './bracket.tsx';
import { useStandings } from './queries.ts';
import { describeRules } from './rules-text.ts';
import { Rulings } from './rulings.tsx';
import { Scorers } from './scorers.tsx';
import { StandingsTable, ZoneLegend } from './standings-table.tsx';

export function CompetitionResults({ competition }: { competition: Competition }) {
  const isHidden = useResultsHidden();
  const [revealed, setRevealed] = useState(false);
  const { data, isPending, isLoadingError, error } = useStandings(competition.slug, !isHidden || revealed);
  if (isHidden && !revealed) {
    return (
      <section aria-label="Resultados ocultos" className="flex min-w-0 flex-col gap-4">
        <ClubRow clubs={competition.clubs} />
        <p className="text-muted">Has ocultado los resultados, y la clasificación los revela.</p>
        <Button kind="secondary" className="self-start" onClick={() => setRevealed(true)}>
          Ver la clasificación
        </Button>
      </section>
    );
  }
  if (isLoadingError) return <LoadFailure error={error} />;
  if (isPending) return <Skeleton rows={competition.clubs.length} />;
  const { standings, running, rounds, rulings, scorers } = data;
  if (standings.length + rounds.length === 0) {
    return (
      <EmptyState
        icon="calendar"
        title="Todavía no hay clasificación"
        text="Aparece cuando hay partidos con equipo local y visitante."
      />
    );
  }
  return (
    <>
      {competition.missing > 0 && (
        <p className="text-muted">
          {competition.missing === 1 ? 'Falta 1 resultado.' : `Faltan ${formatCount(competition.missing)} resultados.`}
        </p>
      )}
      {standings.length > 0 && (
        <section aria-labelledby="clasificacion">
          <h2 id="clasificacion" className="mb-2 text-lead">
            Clasificación
          </h2>
          {running.length > 0 && (
            <p className="mb-2 text-small font-semibold">
              {running.length === 1
                ? 'Se está jugando 1 partido: contará cuando termine.'
                : `Se están jugando ${formatCount(running.length)} partidos: contarán cuando terminen.`}
            </p>
          )}
          <StandingsTable rows={standings} running={running} competition={competition} />
          <ZoneLegend rules={competition.rules} />
          <Rulings rulings={rulings} competition={competition} />
          <p className="mt-3 max-w-[68ch] text-note text-muted">{describeRules(competition)}</p>
        </section>
      )}
      {rounds.length > 0 && (
        <section aria-labelledby="eliminatorias">
          <h2 id="eliminatorias" className="mb-3 text-lead">
            Eliminatorias
          </h2>
          <Bracket rounds={rounds} competition={competition} />
        </section>
      )}
      {scorers.length > 0 && (
        <section aria-labelledby="goleadores">
          <h2 id="goleadores" className="mb-2 text-lead">
            {competition.sport === 'SOCCER' ? 'Goleadores' : 'Anotadores'}
          </h2>
          <p className="mb-2 text-note text-muted">
            Solo cuentan {competition.sport === 'SOCCER' ? 'los goles' : 'los puntos'} con dorsal anotado
          </p>
          <Scorers scorers={scorers} competition={competition} />
        </section>
      )}
    </>
  );
}

/** The placeholder is as high as the table, so that nothing below it moves. */
function Skeleton({ rows }: { rows: number }) {
  return (
    <div role="status" className="max-w-240 animate-pulse">
      <span className="sr-only">Cargando</span>
      <div className="mb-2 h-7 w-40 rounded-sm bg-raised" />
      <div className="h-8" />
      {Array.from({ length: Math.max(rows, 2) }, (_, index) => index).map((index) => (
        <div key={index} className="flex h-13.25 items-center border-t border-line">
          <div className="h-4 w-full rounded-sm bg-raised" />
        </div>
      ))}
    </div>
  );
}
