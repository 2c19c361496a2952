/** Actions of admins for a video: re-encrypt, delete. */
import type { ManagedVod } from '../../../../../shared/contract/vod.ts';
import { api } from '../../../../lib/api.ts';
import { paths } from '../../../../lib/paths.ts';
import { DeleteItem } from '../../../platform/back-office/delete-item.tsx';
import { isRecoverable } from '../../../platform/back-office/processing-status.ts';
import { Regenerate } from '../../../platform/back-office/regenerate.tsx';
import { recoverVod } from './bulk-actions.tsx';

export function VodActions({ vod }: { vod: ManagedVod }) {
  const params = { id: vod.id };
  const canRecover = isRecoverable(vod);
  return (
    <>
      <Regenerate
        status={vod.status}
        playsRecording={vod.playsRecording}
        isImproving={vod.isImproving}
        send={() => api('PUT /live/vods/{id}/segments', { params })}
        staleKeys={['managed-vod', 'managed-vods']}
      />
      <DeleteItem
        name={vod.title}
        button="Eliminar video"
        text={
          canRecover
            ? 'Eliminar el video lo quita de la web al momento. A los 14 días se borra su archivo; hasta entonces puedes recuperarlo.'
            : 'Eliminar el video lo quita de la web y borra su archivo.'
        }
        recover={canRecover ? () => recoverVod(vod) : undefined}
        send={() => api('DELETE /live/vods/{id}', { params })}
        success="Video eliminado correctamente"
        failure="Error al eliminar el VOD"
        list={paths.manage.vods.list}
        itemKey="managed-vod"
        listKey="managed-vods"
      />
    </>
  );
}
