/** A match's moments beside its card; each leads to its time in the recording, if the user may watch it. */
import { Link } from 'react-router-dom';
import type { SportEvent } from '../../../../shared/contract/sport-event.ts';
import { formatDuration } from '../../../lib/format.ts';
import { paths } from '../../../lib/paths.ts';
import { Icon } from '../../../ui/icon.tsx';
import { getMomentLook } from '../../recordings/moments/moment-types.ts';
import { useMatchMoments } from './queries.ts';

/** Rows that fit beside a card, with the link to more moments. */
const maxRows = 4;

export function MatchMoments({ event }: { event: SportEvent }) {
  const { data } = useMatchMoments(event.id);
  if (!data || data.moments.length === 0) return null;
  const { moments, vodId } = data;
  const rowCount = moments.length > maxRows ? maxRows - 1 : maxRows;
  const all = vodId ? paths.vod(vodId) : paths.event(event.id);
  return (
    <li className="w-[min(18rem,72vw)] shrink-0 snap-start">
      <h3 className="font-body text-small font-semibold text-muted">Momentos</h3>
      <ol className="mt-1 flex flex-col">
        {moments.slice(0, rowCount).map(({ id, label, momentType, seconds }) => {
          const { name, icon } = getMomentLook(momentType);
          return (
            <li key={id}>
              <Link
                to={seconds === undefined ? all : `${all}?t=${Math.floor(seconds)}`}
                className="flex min-h-11 items-center gap-3 rounded-sm px-2 hover:bg-raised"
              >
                <Icon name={icon} size={18} />
                <span className="sr-only">{name}:</span>
                {seconds !== undefined && (
                  <span className="text-small text-muted tabular-nums">{formatDuration(seconds)}</span>
                )}
                <span className="truncate">{label}</span>
              </Link>
            </li>
          );
        })}
      </ol>
      {moments.length > rowCount && (
        <Link
          to={all}
          className="inline-flex min-h-11 items-center px-2 font-semibold underline-offset-4 hover:underline"
        >
          {moments.length - rowCount === 1 ? '1 momento más' : `${moments.length - rowCount} momentos más`}
        </Link>
      )}
    </li>
  );
}
