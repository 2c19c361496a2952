/** The moments beside the player: a shortcut that adds one at the playback position, and the list. */
import { useEffect, useEffectEvent, useState } from 'react';
import type { Moment } from '../../../../shared/contract/moments.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { MomentForm } from './moment-form.tsx';
import { MomentList } from './moment-list.tsx';
import { formatTime } from './moment-time.ts';
import { useMomentChanges, useMoments, useMomentTypes } from './queries.ts';

/** Key for 'Añadir momento', which the player does not use. */
const newKey = 'n';

export function MomentsPanel({
  vodId,
  clubId,
  currentMs,
  highlightedId,
  onJump,
}: {
  vodId: string;
  clubId: string;
  /** Returns the playback position, in milliseconds. */
  currentMs: () => number;
  highlightedId: string | undefined;
  onJump: (moment: Moment) => void;
}) {
  const moments = useMoments(vodId, clubId);
  const types = useMomentTypes();
  const changes = useMomentChanges(vodId, clubId);
  const [draftAt, setDraftAt] = useState<string>();
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
        <MomentList
          moments={moments.data}
          types={types.data ?? []}
          highlightedId={highlightedId}
          onJump={onJump}
          changes={changes}
        />
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
