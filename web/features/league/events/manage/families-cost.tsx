/** Says who would lose a match that becomes one for families, as soon as staff choose it. */
import { formatCount } from '../../../../lib/format.ts';
import { useMatchAudience } from './queries.ts';

export function FamiliesCost({ eventId }: { eventId: string }) {
  const { data } = useMatchAudience(eventId);
  if (!data) return null;
  const { buyers, followers } = data;
  const people = [
    buyers > 0 &&
      `${formatCount(buyers)} ${buyers === 1 ? 'persona que lo ha comprado' : 'personas que lo han comprado'}`,
    followers > 0 && `${formatCount(followers)} ${followers === 1 ? 'que lo sigue' : 'que lo siguen'}`,
  ].filter(Boolean);
  return (
    <p
      role="status"
      className={people.length > 0 ? '-mt-3 text-small font-semibold text-danger' : '-mt-3 text-note text-muted'}
    >
      {people.length > 0
        ? `Al guardar dejan de verlo ${people.join(' y ')}, salvo que el club las haya confirmado.`
        : 'Todavía no lo ha comprado ni lo sigue nadie.'}
    </p>
  );
}
