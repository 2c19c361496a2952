/** One matter in the queue; those about a recognised child are red until they are answered. */
import { Link } from 'react-router-dom';
import { matterStateTexts } from '../../../../shared/domain/matter-texts.ts';
import { cx } from '../../../lib/class-names.ts';
import { formatLongDate } from '../../../lib/format.ts';
import type { ListedMatter } from './queries.ts';

export function MatterRow({ matter, search, isChosen }: { matter: ListedMatter; search: string; isChosen: boolean }) {
  const { kind, minor, state, isFound, isHidden, title, deadline } = matter;
  const isUrgent = kind === 'OBJECTION' && minor && (state === 'OPEN' || state === 'APPEALED');
  return (
    <Link
      to={{ search }}
      aria-current={isChosen ? 'true' : undefined}
      className={cx(
        'block rounded-sm border bg-surface p-3',
        isChosen ? 'border-text' : isUrgent ? 'border-danger' : 'border-line',
        isUrgent && 'border-l-4 border-l-danger',
      )}
    >
      {isUrgent && (
        <span className="block text-note font-semibold text-danger">
          {isFound ? 'Se reconoce a un menor' : 'Se reconoce a un menor · falta saber en qué video'}
        </span>
      )}
      <span className="block font-semibold wrap-anywhere">{title}</span>
      <span className="block text-note text-muted">
        {`${matterStateTexts[state]} · ${isHidden ? 'Oculto' : 'A la vista'} · antes del ${formatLongDate(deadline)}`}
      </span>
    </Link>
  );
}
