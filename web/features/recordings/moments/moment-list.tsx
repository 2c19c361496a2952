/** A club's moments in order, with a jump to each; they are edited in place or deleted. */
import { useState } from 'react';
import type { Moment } from '../../../../shared/contract/moments.ts';
import { cx } from '../../../lib/class-names.ts';
import { formatDuration } from '../../../lib/format.ts';
import { Icon } from '../../../ui/icon.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { MomentForm } from './moment-form.tsx';
import { formatTime } from './moment-time.ts';
import { getMomentLook } from './moment-types.ts';
import type { useMomentChanges } from './queries.ts';

export function MomentList({
  moments,
  types,
  highlightedId,
  onJump,
  changes,
}: {
  moments: readonly Moment[];
  types: readonly { id: number; type: string }[];
  highlightedId: string | undefined;
  onJump: (moment: Moment) => void;
  changes: ReturnType<typeof useMomentChanges>;
}) {
  /** The moment as it was when editing began. */
  const [editing, setEditing] = useState<Moment>();
  return (
    <ol aria-label="Momentos" className="divide-y divide-line overflow-hidden rounded-md border border-line bg-surface">
      {moments.map((moment) =>
        moment.id === editing?.id ? (
          <li key={moment.id} className="p-2">
            <MomentForm
              draft={{
                time: formatTime(editing.timestampMs),
                label: editing.label,
                momentTypeId: editing.momentTypeId,
              }}
              notice={moment.version === editing.version ? undefined : describeChange(moment)}
              types={types}
              submitText="Guardar momento"
              onCancel={() => setEditing(undefined)}
              onSubmit={(_, changed) =>
                changes.update.mutateAsync({ id: moment.id, version: moment.version, ...changed }).then(
                  () => setEditing(undefined),
                  () => undefined,
                )
              }
            />
          </li>
        ) : (
          <MomentRow
            key={moment.id}
            moment={moment}
            type={types.find(({ id }) => id === moment.momentTypeId)?.type}
            isHighlighted={moment.id === highlightedId}
            onJump={() => onJump(moment)}
            onEdit={() => setEditing(moment)}
            onDelete={() => changes.remove.mutate(moment)}
          />
        ),
      )}
    </ol>
  );
}

const describeChange = ({ timestampMs, label }: Moment) =>
  `Otra persona lo ha cambiado a «${formatDuration(timestampMs / 1000)} · ${label}». Si guardas, quedará lo tuyo.`;

function MomentRow({
  moment,
  type,
  isHighlighted,
  onJump,
  onEdit,
  onDelete,
}: {
  moment: Moment;
  type: string | undefined;
  isHighlighted: boolean;
  onJump: () => void;
  onEdit: () => void;
  onDelete: () => void;
}) {
  const { name, icon } = getMomentLook(type);
  const time = formatDuration(moment.timestampMs / 1000);
  return (
    <li
      data-flash={isHighlighted || undefined}
      className={cx(
        'flex items-center gap-1 pr-1 transition-colors duration-200',
        isHighlighted && 'bg-[color-mix(in_srgb,var(--accent)_18%,var(--surface))]',
      )}
    >
      <button
        type="button"
        aria-label={`Ir a ${time}: ${moment.label}`}
        onClick={onJump}
        className="flex min-h-12 min-w-0 flex-1 items-center gap-3 px-3 py-2 text-left hover:bg-raised"
      >
        <span className="text-muted" title={name}>
          <Icon name={icon} />
        </span>
        <span className="w-14 shrink-0 text-small font-semibold tabular-nums">{time}</span>
        <span className="line-clamp-3 min-w-0 break-words">{moment.label}</span>
      </button>
      <IconButton icon="edit" size={32} label={`Editar ${moment.label}`} onClick={onEdit} />
      <IconButton icon="trash" size={32} label={`Eliminar ${moment.label}`} onClick={onDelete} />
    </li>
  );
}
