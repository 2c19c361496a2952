/** Leads from a match to the table for which it counts. */
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { EventOfItem } from '../../../../shared/contract/sport-event.ts';
import { toCompetitionSlug } from '../../../../shared/domain/competition.ts';
import { paths } from '../../../lib/paths.ts';

type Match = Pick<EventOfItem, 'sport' | 'competition' | 'category' | 'scheduledStartDate'>;

export function CompetitionLink({ match, children }: { match: Match; children: ReactNode }) {
  const { sport, competition, category, scheduledStartDate } = match;
  const slug = toCompetitionSlug({ sport, competition, category, start: scheduledStartDate });
  if (!slug) return children;
  return (
    <Link to={paths.competition(slug)} className="underline underline-offset-4">
      {children}
    </Link>
  );
}
