/**
 * Lets staff decide about the videos of an event that they hide: each video has a visibility of its own, which only
 * admins can change.
 */

import type { ManagedEvent } from '../../../../../shared/contract/sport-event.ts';
import { api } from '../../../../lib/api.ts';
import { Button } from '../../../../ui/button.tsx';
import { Checkbox } from '../../../../ui/checkbox.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { useAct } from '../../../../ui/use-act.ts';
import { useManagedEvent } from '../../../platform/back-office/use-managed-event.ts';
import { useManagement } from '../../../platform/back-office/use-management.ts';

const countVisibleVods = ({ vods }: ManagedEvent): number => vods.filter(({ visible }) => visible).length;

export const hasVisibleVods = (event: ManagedEvent): boolean => countVisibleVods(event) > 0;

interface Props {
  event: ManagedEvent;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

/** The choice in the form, offered once the event is going to be hidden. */
export function HideVods({ event, checked, onChange }: Props) {
  const { isClubStaff } = useManagement();
  const count = countVisibleVods(event);
  const [staysVisible, theVideos] =
    count === 1 ? ['Su video sigue', 'su video'] : [`Sus ${count} videos siguen`, 'sus videos'];
  return (
    <div className="-mt-3 text-small">
      {isClubStaff ? (
        <p className="text-muted">
          {staysVisible} a la vista aunque lo ocultes: pide a un administrador que oculte también {theVideos}.
        </p>
      ) : (
        <>
          <Checkbox
            checked={checked}
            onChange={(change) => onChange(change.target.checked)}
            label={count === 1 ? 'Ocultar también su video' : `Ocultar también sus ${count} videos`}
          />
          <p className="pl-8 text-note text-muted">
            {checked
              ? `Los clips publicados dejan de verse también. Si vuelves a mostrar el evento, muestra también ${theVideos}.`
              : explainVisibleVods(count)}
          </p>
        </>
      )}
    </div>
  );
}

/** The offer to hide the visible videos of an event that is hidden already. */
export function HideVodsNow({ event }: { event: ManagedEvent }) {
  const { isClubStaff } = useManagement();
  const hiding = useHideVods(event);
  const count = countVisibleVods(event);
  return (
    <div className="mb-3 flex flex-wrap items-center justify-between gap-3 text-small">
      <p className="text-muted">
        El evento está oculto, pero {count === 1 ? 'un video suyo sigue' : `${count} videos suyos siguen`} a la vista.
      </p>
      {!isClubStaff && (
        <Button kind="secondary" size="small" busy={hiding.isPending} onClick={() => hiding.mutate()}>
          {formatHideAction(count)}
        </Button>
      )}
    </div>
  );
}

/** Asks about the videos, after the list's switch has hidden an event that has visible ones. */
export function HideVodsPrompt({ id, onClose }: { id: string; onClose: () => void }) {
  const { data: event } = useManagedEvent(id);
  return event && !event.visible && hasVisibleVods(event) ? <VodsDialog event={event} onClose={onClose} /> : null;
}

function VodsDialog({ event, onClose }: { event: ManagedEvent; onClose: () => void }) {
  const hiding = useHideVods(event);
  const count = countVisibleVods(event);
  return (
    <Dialog
      title={count === 1 ? 'Su video sigue a la vista' : `Sus ${count} videos siguen a la vista`}
      onClose={onClose}
      actions={
        <>
          <Button kind="secondary" onClick={onClose} data-focus>
            {count === 1 ? 'Dejarlo' : 'Dejarlos'}
          </Button>
          <Button busy={hiding.isPending} onClick={() => hiding.mutate(undefined, { onSuccess: onClose })}>
            {formatHideAction(count)}
          </Button>
        </>
      }
    >
      <p className="break-words">
        «{event.title}» está oculto. {explainVisibleVods(count)}
      </p>
    </Dialog>
  );
}

const useHideVods = ({ id, version }: ManagedEvent) =>
  useAct({
    send: () =>
      api('PATCH /live/sportevents/{id}', { params: { id }, body: { visible: false, hideVods: true, version } }),
    success: 'Videos ocultos',
    failure: 'Error al ocultar los videos',
    stale: ['managed-event', 'managed-vods', 'managed-vod'],
  });

const formatHideAction = (count: number) => (count === 1 ? 'Ocultar el video' : `Ocultar los ${count} videos`);

const explainVisibleVods = (count: number) =>
  `${count === 1 ? 'Su video sigue' : `Sus ${count} videos siguen`} en las listas, sin el nombre del evento. Los clips del partido dejan de verse.`;
