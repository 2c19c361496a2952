/** A match's timeline: one line per action, which jumps to its picture if there is one. Moments have a still. */
import { cx } from '../../../lib/class-names.ts';
import { formatDuration } from '../../../lib/format.ts';
import { Crest } from '../../../ui/crest.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { NearImage } from '../../../ui/near-image.tsx';
import { getMomentLook } from '../../recordings/moments/moment-types.ts';
import { findStill, useStills } from '../../recordings/vods/stills.ts';
import type { TimelineGroup, TimelineRow } from './timeline-rows.ts';

interface Side {
  name: string;
  thumbnail: string | null;
}

interface SharedProps {
  sides: { home: Side; away: Side } | undefined;
  onJump?: ((seconds: number) => void) | undefined;
}

/** Longer logs, as in basketball, show one period at a time. */
const maxOpenRows = 30;
/** Seconds from the start of a moment to its still, which must show the action. */
const stillOffsetSeconds = 4;

type Props = SharedProps & {
  groups: readonly TimelineGroup[];
  /** Address of the WebVTT with the recording's preview pictures. */
  thumbnailsUrl?: string | undefined;
  /** Period that is open in a long log; by default the first with rows. */
  openPeriod?: number | undefined;
};

export function MatchTimeline({ groups, thumbnailsUrl, openPeriod, ...shared }: Props) {
  const { data: stills = [] } = useStills(thumbnailsUrl);
  const rowCount = groups.reduce((sum, { rows }) => sum + rows.length, 0);
  const renderRows = (group: TimelineGroup) =>
    group.rows.length > 0 && (
      <ol className="divide-y divide-line">
        {group.rows.map((row) => (
          <Row
            key={row.id}
            row={row}
            {...shared}
            hasStill={row.isMoment}
            still={findStill(stills, (row.seconds ?? 0) + stillOffsetSeconds)}
          />
        ))}
      </ol>
    );
  const [only] = groups;
  if (only && groups.length === 1 && !only.title) return renderRows(only);
  if (rowCount <= maxOpenRows)
    return (
      <ol className="flex flex-col gap-4">
        {groups.map((group) => (
          <li key={group.period}>
            {group.title && (
              <h3 className={titleLook}>
                {group.title} <span className="tabular-nums">{group.points}</span>
              </h3>
            )}
            {renderRows(group)}
          </li>
        ))}
      </ol>
    );
  const open = openPeriod ?? groups.find((group) => group.rows.length > 0)?.period;
  return (
    <div className="flex flex-col gap-2">
      {groups.map((group) => (
        <details key={group.period} open={group.period === open}>
          <summary className={cx(titleLook, 'min-h-11 cursor-pointer items-center')}>
            {group.title ?? 'Antes del partido'} <span className="tabular-nums">{group.points}</span>
          </summary>
          {renderRows(group)}
        </details>
      ))}
    </div>
  );
}

const titleLook =
  'flex flex-wrap items-baseline justify-between gap-x-4 border-b border-line pb-2 font-body text-body font-semibold';

function Row({
  row: { time, text, icon, isScoring, side, seconds, hasTypeName },
  sides,
  onJump,
  hasStill,
  still,
}: SharedProps & { row: TimelineRow; hasStill: boolean; still: string | undefined }) {
  const club = side && sides && (side === 'HOME' ? sides.home : sides.away);
  const look = getMomentLook(icon);
  const inner = (
    <>
      {hasStill && (
        // Reserves the picture's space.
        <span className="relative aspect-video w-24 shrink-0 overflow-hidden rounded-sm bg-raised">
          {still && <NearImage src={still} alt="" className="size-full object-cover" />}
          <span
            data-theme="stage"
            className="absolute right-1 bottom-1 rounded-sm bg-scrim px-1.5 text-note font-semibold tabular-nums"
          >
            {formatDuration(seconds ?? 0)}
          </span>
        </span>
      )}
      {time !== undefined && (
        <span className="w-11 shrink-0 text-right text-small text-muted tabular-nums">
          <span className="sr-only">Minuto </span>
          {time}
        </span>
      )}
      <span className={cx('shrink-0', !isScoring && 'text-muted')}>
        <Icon name={look.icon} size={18} />
      </span>
      {hasTypeName && <span className="sr-only">{look.name}:</span>}
      <span className={cx('line-clamp-2 min-w-0 flex-1 break-words tabular-nums', isScoring && 'font-semibold')}>
        {text}
      </span>
      {club && (
        <>
          <Crest src={club.thumbnail} className="size-6 shrink-0 object-contain" />
          <span className="sr-only">{club.name}</span>
        </>
      )}
    </>
  );
  const rowLook = 'flex min-h-11 w-full items-center gap-3 py-1.5 text-left';
  return (
    <li>
      {onJump && seconds !== undefined ? (
        <button
          type="button"
          className={cx(rowLook, 'rounded-sm px-1 transition-colors hover:bg-raised')}
          onClick={() => onJump(seconds)}
        >
          {inner}
        </button>
      ) : (
        <span className={cx(rowLook, 'px-1')}>{inner}</span>
      )}
    </li>
  );
}
