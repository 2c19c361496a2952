/** Tables as cards with first club, last result and next match: first those of the user's clubs, then the largest. */
import { Link } from 'react-router-dom';
import type { CompetitionCard } from '../../../../shared/contract/competitions.ts';
import type { EventOfItem } from '../../../../shared/contract/sport-event.ts';
import { ageCategoryNames } from '../../../../shared/domain/match.ts';
import { sportName } from '../../../../shared/domain/sport-name.ts';
import { capitalise, formatShortDate } from '../../../lib/format.ts';
import { paths } from '../../../lib/paths.ts';
import { useResultsHidden } from '../../../lib/results-visibility.ts';
import { useOwnClubs } from '../../../session/own-clubs.ts';
import { StatusPill } from '../../../ui/badge.tsx';
import { Crest } from '../../../ui/crest.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { WhenNear } from '../../../ui/when-near.tsx';
import { MatchRow } from '../events/match-row.tsx';
import { useCompetition, useCompetitions, useStandings } from './queries.ts';

export function CompetitionCards({ cards, showsSport = false }: { cards: CompetitionCard[]; showsSport?: boolean }) {
  const ownClubs = useOwnClubs() ?? [];
  const own = useCompetitions({ clubIds: ownClubs.toSorted() }, ownClubs.length > 0).data ?? [];
  const isOwn = ({ slug }: CompetitionCard) => own.some((one) => one.slug === slug);
  const bySize = cards.toSorted((a, b) => b.matches - a.matches);
  return (
    <ul className="grid grid-cols-1 gap-4 sm:grid-cols-2 xl:grid-cols-3">
      {[...bySize.filter(isOwn), ...bySize.filter((card) => !isOwn(card))].map((card) => (
        <li key={card.slug} className="min-w-0 rounded-md border border-line bg-surface">
          <CardHeading card={card} showsSport={showsSport} />
          {/* As high as the content with a result and a match. */}
          <div className="min-h-58 px-2 pb-2">
            <WhenNear placeholder={null}>
              <CardContent slug={card.slug} />
            </WhenNear>
          </div>
        </li>
      ))}
    </ul>
  );
}

interface CardHeadingProps {
  card: CompetitionCard;
  showsSport: boolean;
}

function CardHeading({ card: { slug, name, category, sport }, showsSport }: CardHeadingProps) {
  return (
    <h3>
      <Link to={paths.competition(slug)} className="group flex min-h-16 items-center gap-3 px-4 py-3">
        <span className="min-w-0 grow">
          <span className="block truncate text-lead decoration-2 underline-offset-4 group-hover:underline">{name}</span>
          {category && (
            <span className="font-body text-small font-medium text-muted">{ageCategoryNames[category]}</span>
          )}
        </span>
        {showsSport && <StatusPill tone={sport === 'SOCCER' ? 'soccer' : 'basket'}>{sportName(sport)}</StatusPill>}
        <Icon name="right" size={16} />
      </Link>
    </h3>
  );
}

/** Without leader and result while results are hidden. */
function CardContent({ slug }: { slug: string }) {
  const isHidden = useResultsHidden();
  const { data: competition } = useCompetition(slug);
  const { data: standings, isFetched } = useStandings(slug, !isHidden);
  // Everything appears at once, so that nothing shifts.
  if (!competition || !(isHidden || isFetched)) return null;
  const first = standings?.standings[0];
  const leader = first && competition.clubs.find(({ id }) => id === first.clubId);
  return (
    <>
      {leader && first.played > 0 && (
        <p className="flex min-h-11 flex-wrap items-center gap-x-2 px-2">
          <span className="w-[6.5em] shrink-0 text-note text-muted">Primero</span>
          <Crest src={leader.thumbnail} className="size-5 shrink-0 object-contain" />
          <span className="min-w-0 grow basis-24 truncate font-semibold">{leader.name}</span>
          <span className="shrink-0 font-bold tabular-nums">{first.points} pts.</span>
        </p>
      )}
      <CardMatch title="Último resultado" match={standings?.last} />
      <CardMatch title="Próximo partido" match={competition.next} />
    </>
  );
}

function CardMatch({ title, match }: { title: string; match: EventOfItem | null | undefined }) {
  if (!match) return null;
  return (
    <div className="border-t border-line pt-1">
      <h4 className="px-2 font-body text-note text-muted">{title}</h4>
      <MatchRow match={match} when={capitalise(formatShortDate(match.scheduledStartDate))} />
    </div>
  );
}
