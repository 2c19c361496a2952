/** Table, bracket and scorers of a competition; one tap shows them where results are hidden. */
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { Competition, Standings } from '../../../../shared/contract/competitions.ts';
import { forfeitScore } from '../../../../shared/domain/standings.ts';
import { formatCount } from '../../../lib/format.ts';
import { paths } from '../../../lib/paths.ts';
import { useResultsHidden } from '../../../lib/results-visibility.ts';
import { Button } from '../../../ui/button.tsx';
import { Crest } from '../../../ui/crest.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { Section } from '../../../ui/section.tsx';
import { ClubRow } from '../clubs/club-grid.tsx';
import { Bracket } from './bracket.tsx';
import { useStandings } from './queries.ts';
import { describeRules } from './rules-text.ts';
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
        <Section title="Clasificación" heading="mb-2">
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
        </Section>
      )}
      {rounds.length > 0 && (
        <Section title="Eliminatorias" heading="mb-3">
          <Bracket rounds={rounds} competition={competition} />
        </Section>
      )}
      {scorers.length > 0 && (
        <Section title={competition.sport === 'SOCCER' ? 'Goleadores' : 'Anotadores'} heading="mb-2">
          <p className="mb-2 text-note text-muted">
            Solo cuentan {competition.sport === 'SOCCER' ? 'los goles' : 'los puntos'} con dorsal anotado
          </p>
          <Scorers scorers={scorers} competition={competition} />
        </Section>
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

/** Says below a table which points were taken, and which matches count as forfeited. */
function Rulings({ rulings, competition }: { rulings: Standings['rulings']; competition: Competition }) {
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

const shownFirst = 10;

/** Scorers by shirt number; the scorer app stores no names, because most players are children. */
function Scorers({ scorers, competition }: { scorers: Standings['scorers']; competition: Competition }) {
  const clubs = new Map(competition.clubs.map((club) => [club.id, club]));
  const [isWhole, setWhole] = useState(false);
  const rows = isWhole ? scorers : scorers.slice(0, shownFirst);
  const unit = competition.sport === 'SOCCER' ? ['gol', 'goles'] : ['punto', 'puntos'];
  return (
    <div className="flex max-w-120 flex-col items-start gap-3">
      <ol className="flex w-full flex-col divide-y divide-line">
        {rows.map(({ clubId, shirt, points }) => (
          <li key={`${clubId} ${shirt}`} className="flex min-h-11 items-center gap-3">
            <Crest src={clubs.get(clubId)?.thumbnail ?? null} className="size-7 shrink-0 object-contain" />
            <span className="w-10 font-heading font-extrabold tabular-nums">
              <span className="sr-only">Dorsal </span>#{shirt}
            </span>
            <Link to={paths.club(clubId)} className="min-w-0 grow truncate underline-offset-4 hover:underline">
              {clubs.get(clubId)?.name}
            </Link>
            <span className="font-bold tabular-nums">
              {points} <span className="text-small font-normal text-muted">{unit[points === 1 ? 0 : 1]}</span>
            </span>
          </li>
        ))}
      </ol>
      {rows.length < scorers.length && (
        <Button kind="secondary" size="small" onClick={() => setWhole(true)}>
          {`Ver los ${scorers.length}`}
        </Button>
      )}
    </div>
  );
}
