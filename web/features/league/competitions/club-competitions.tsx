/** The competitions of a club in its latest season, each linked to its table. */
import { Link } from 'react-router-dom';
import type { CompetitionCard } from '../../../../shared/contract/competitions.ts';
import { ageCategoryNames } from '../../../../shared/domain/match.ts';
import { paths } from '../../../lib/paths.ts';

export function ClubCompetitions({ competitions }: { competitions: readonly CompetitionCard[] }) {
  const latest = competitions[0]?.season;
  const current = competitions.filter(({ season }) => season === latest);
  if (current.length === 0) return null;
  return (
    <section aria-labelledby="clasificaciones" className="pt-8">
      <h2 id="clasificaciones" className="mb-3 text-lead">
        Clasificaciones
      </h2>
      <ul className="flex flex-wrap gap-2">
        {current.map(({ slug, name, category }) => (
          <li key={slug} className="max-w-full">
            <Link
              to={paths.competition(slug)}
              className="inline-flex min-h-11 max-w-full items-center rounded-full border border-line bg-surface px-4 text-small font-semibold transition-colors hover:border-line-strong"
            >
              <span className="truncate">
                {[name, category && ageCategoryNames[category]].filter(Boolean).join(' · ')}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
