/** The moments beside the player: a shortcut that adds one at the playback position, and the list. */
import { useEffect, useEffectEvent, useState } from 'react';
import type { Moment } from '../../../../shared/contract/moments.ts';
import { cx } from '../../../lib/class-names.ts';
import { formatDuration } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { MomentForm } from './moment-form.tsx';
import { formatTime } from './moment-time.ts';
import { getMomentLook } from './moment-types.ts';
import { useMomentChanges, useMoments, useMomentTypes } from './queries.ts';

/** Key for 'Añadir momento', which the player does not use. */
const newKey = 'n';

interface Props {
  vodId: string;
  clubId: string;
  /** Returns the playback position, in milliseconds. */
  currentMs: () => number;
  highlightedId: string | undefined;
  onJump: (moment: Moment) => void;
}

export function MomentsPanel({ vodId, clubId, currentMs, highlightedId, onJump }: Props) {
  const moments = useMoments(vodId, clubId);
  const types = useMomentTypes();
  const changes = useMomentChanges(vodId, clubId);
  const [draftAt, setDraftAt] = useState<string>();
  /** The moment as it was when editing began. */
  const [editing, setEditing] = useState<Moment>();
  const begin = () => setDraftAt((before) => before ?? formatTime(currentMs()));
  const beginByKey = useEffectEvent(begin);

  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== newKey || event.ctrlKey || event.metaKey || event.altKey) return;
      if (isTyping(event.target) || document.querySelector('dialog[open]')) return;
      event.preventDefault();
      beginByKey();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);

  return (
    <div className="flex flex-col gap-3">
      {draftAt === undefined ? (
        <Button icon="plus" aria-keyshortcuts={newKey} onClick={begin}>
          Añadir momento
          <kbd className="rounded-sm border border-current/40 px-1.5 text-note max-sm:hidden">N</kbd>
        </Button>
      ) : (
        <MomentForm
          draft={{ time: draftAt, label: '', momentTypeId: 1 }}
          types={types.data ?? []}
          submitText="Crear momento"
          onCancel={() => setDraftAt(undefined)}
          onSubmit={(fields) =>
            changes.create.mutateAsync(fields).then(
              () => setDraftAt(undefined),
              () => undefined,
            )
          }
        />
      )}
      {moments.isLoadingError ? (
        <LoadFailure error={moments.error} />
      ) : moments.isPending ? (
        <div className="grid place-items-center py-8">
          <Spinner label="Cargando los momentos" />
        </div>
      ) : moments.data.length === 0 ? (
        <EmptyState
          icon="flag"
          title="Todavía no hay momentos"
          text="Pon el video en marcha y pulsa el botón cuando pase algo."
        />
      ) : (
        <ol
          aria-label="Momentos"
          className="divide-y divide-line overflow-hidden rounded-md border border-line bg-surface"
        >
          {moments.data.map((moment) =>
            moment.id === editing?.id ? (
              <li key={moment.id} className="p-2">
                <MomentForm
                  draft={{
                    time: formatTime(editing.timestampMs),
                    label: editing.label,
                    momentTypeId: editing.momentTypeId,
                  }}
                  notice={moment.version === editing.version ? undefined : describeChange(moment)}
                  types={types.data ?? []}
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
                type={types.data?.find(({ id }) => id === moment.momentTypeId)?.type}
                isHighlighted={moment.id === highlightedId}
                onJump={() => onJump(moment)}
                onEdit={() => setEditing(moment)}
                onDelete={() => changes.remove.mutate(moment)}
              />
            ),
          )}
        </ol>
      )}
    </div>
  );
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('textarea, select, input:not([type=radio], [type=checkbox])'))
  );
}

const describeChange = ({ timestampMs, label }: Moment) =>
  `Otra persona lo ha cambiado a «${formatDuration(timestampMs / 1000)} · ${label}». Si guardas, quedará lo tuyo.`;

interface RowProps {
  moment: Moment;
  type: string | undefined;
  isHighlighted: boolean;
  onJump: () => void;
  onEdit: () => void;
  onDelete: () => void;
}

function MomentRow({ moment, type, isHighlighted, onJump, onEdit, onDelete }: RowProps) {
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
