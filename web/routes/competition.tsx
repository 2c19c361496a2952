/** /competiciones/{slug}: table, bracket and scorers of one category of a competition in a season. */
import { useNavigate, useParams } from 'react-router-dom';
import type { Competition } from '../../shared/contract/competitions.ts';
import { formatCompetitionTitle, formatSeason } from '../../shared/domain/competition.ts';
import { ageCategoryNames } from '../../shared/domain/match.ts';
import { sportName } from '../../shared/domain/sport-name.ts';
import { CompetitionResults } from '../features/league/competitions/competition-results.tsx';
import { useCompetition } from '../features/league/competitions/queries.ts';
import { EmbedCode } from '../features/reach/embeds/embed-code.tsx';
import { ShareButton } from '../features/viewing/playback/share-button.tsx';
import { isNotFound } from '../lib/load-errors.ts';
import { paths } from '../lib/paths.ts';
import { useTitle } from '../lib/use-title.ts';
import { useSession } from '../session/session.tsx';
import { StatusPill } from '../ui/badge.tsx';
import { LinkButton } from '../ui/button.tsx';
import { ErrorState } from '../ui/empty-state.tsx';
import { LoadFailure } from '../ui/load-failure.tsx';
import { Section } from '../ui/section.tsx';
import { PageSpinner } from '../ui/spinner.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { TextLink } from '../ui/text-link.tsx';

export default function CompetitionPage() {
  const { competition: slug = '' } = useParams();
  const query = useCompetition(slug);
  const failure = query.isLoadingError ? query.error : undefined;
  useTitle(query.data && formatCompetitionTitle(query.data));
  if (failure && !isNotFound(failure)) return <LoadFailure heading error={failure} />;
  if (failure) {
    return (
      <ErrorState
        heading
        title="Competición no encontrada"
        message="Puede que haya cambiado de nombre o que sus partidos ya no estén."
        action={<LinkButton to={paths.competitions}>Ver todas las competiciones</LinkButton>}
      />
    );
  }
  if (!query.data) return <PageSpinner />;
  return <Loaded key={slug} competition={query.data} />;
}

function Loaded({ competition }: { competition: Competition }) {
  const { isLiveUser, isClubStaff } = useSession();
  const { name, sport, category, season, slug } = competition;
  const title = formatCompetitionTitle(competition);
  return (
    <div className="flex flex-col gap-6 px-gutter pt-8">
      <header className="flex flex-col gap-3">
        <div className="flex flex-wrap items-center gap-3">
          <StatusPill tone={sport === 'SOCCER' ? 'soccer' : 'basket'}>{sportName(sport)}</StatusPill>
          <TextLink to={paths.competitions} className="text-small">
            Todas las competiciones
          </TextLink>
        </div>
        <h1 className="text-title break-words">{name}</h1>
        <p className="text-muted">
          {[category && ageCategoryNames[category], `Temporada ${formatSeason(season)}`].filter(Boolean).join(' · ')}
        </p>
        <Others competition={competition} />
        <div className="flex flex-wrap gap-3">
          <LinkButton kind="secondary" icon="calendar" to={toMatches(competition)}>
            Ver los partidos
          </LinkButton>
          <ShareButton title={title} />
        </div>
      </header>
      <CompetitionResults competition={competition} />
      {(isLiveUser || isClubStaff) && (
        <Section title="En la web de tu club" className="max-w-180" heading="mb-2">
          <EmbedCode embed={{ kind: 'competition', id: slug }} title={title} label="Código de la clasificación" />
        </Section>
      )}
    </div>
  );
}

/** Links to the same competition in other categories, then in other seasons. */
function Others({ competition: { slug, category, season, others } }: { competition: Competition }) {
  const navigate = useNavigate();
  const tablesOfSeason = others.filter((other) => other.season === season);
  const seasons = others.filter((other) => other.category === category);
  const choose = (value: string) => navigate(paths.competition(value));
  return (
    <div className="flex flex-wrap gap-3 empty:hidden">
      {tablesOfSeason.length > 1 && (
        <Tabs
          label="Categoría"
          value={slug}
          onChange={choose}
          choices={tablesOfSeason.map((other) => ({
            value: other.slug,
            label: other.category ? ageCategoryNames[other.category] : 'Sin categoría',
          }))}
        />
      )}
      {seasons.length > 1 && (
        <Tabs
          label="Temporada"
          value={slug}
          onChange={choose}
          choices={seasons.map((other) => ({ value: other.slug, label: formatSeason(other.season) }))}
        />
      )}
    </div>
  );
}

function toMatches({ sport, name, category }: Competition): string {
  const query = new URLSearchParams({
    cuando: 'resultados',
    competicion: name,
    ...(category && { categoria: category }),
  });
  return `${sport === 'SOCCER' ? paths.soccer : paths.basket}?${query}`;
}
