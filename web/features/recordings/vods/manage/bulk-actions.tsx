/** Staff change several recordings at once; club staff can only move them to another match. */
import { useState } from 'react';
import type { ManagedVod } from '../../../../../shared/contract/vod.ts';
import { api } from '../../../../lib/api.ts';
import { paths } from '../../../../lib/paths.ts';
import { Button } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { countDone } from '../../../platform/back-office/bulk.ts';
import type { BulkAction } from '../../../platform/back-office/bulk-bar.tsx';
import { EventSelect } from '../../../platform/back-office/event-select.tsx';
import { isRecoverable } from '../../../platform/back-office/processing-status.ts';
import {
  createDeleteAction,
  listVisibilityActions,
  recoverItem,
} from '../../../platform/back-office/visibility-actions.ts';

type Change = { visible: boolean } | { sportEventId: string | null };

export function listVodActions(area: 'clubStaff' | 'live'): BulkAction<ManagedVod>[] {
  const change = ({ id }: { id: string }, body: Change & { version?: number | undefined }) =>
    api(`PATCH /${area}/vods/{id}`, { params: { id }, body });
  const move: BulkAction<ManagedVod> = {
    text: 'Mover a un partido',
    icon: 'calendar',
    send: async () => undefined,
    undo: (vod) => change(vod, { sportEventId: vod.sportEventId }),
    done: countDone('video movido', 'videos movidos'),
    ask: (run, cancel, chosen) => (
      <MoveDialog
        chosen={chosen}
        onCancel={cancel}
        onMove={(sportEventId) => run((vod) => change(vod, { sportEventId, version: vod.version }))}
      />
    ),
  };
  if (area === 'clubStaff') return [move];
  return [
    ...listVisibilityActions<ManagedVod>((id, body) => change({ id }, body), {
      shown: countDone('video publicado', 'videos publicados'),
      hidden: countDone('video oculto', 'videos ocultos'),
    }),
    move,
    createDeleteAction<ManagedVod>((id) => api('DELETE /live/vods/{id}', { params: { id } }), ['video', 'videos'], {
      undo: (vod) => recoverItem('vods', vod),
      canUndo: isRecoverable,
    }),
  ];
}

function MoveDialog({
  chosen,
  onMove,
  onCancel,
}: {
  chosen: readonly ManagedVod[];
  onMove: (sportEventId: string | null) => void;
  onCancel: () => void;
}) {
  const [eventId, setEventId] = useState('');
  return (
    <Dialog
      title={chosen.length === 1 ? 'Mover el video a un partido' : `Mover ${chosen.length} videos a un partido`}
      onClose={onCancel}
      cancel="Mejor no"
      actions={<Button onClick={() => onMove(eventId || null)}>Mover</Button>}
    >
      <EventSelect
        sport={chosen[0]?.sport ?? 'SOCCER'}
        chosenId={eventId}
        createPath={paths.manage.events.create}
        onCreate={onCancel}
        onChange={(event) => setEventId(event.target.value)}
      />
    </Dialog>
  );
}
