import type { Camera } from '../../../../shared/contract/cameras.ts';
import { api } from '../../../lib/api.ts';
import { paths } from '../../../lib/paths.ts';
import { Button } from '../../../ui/button.tsx';
import { DangerZone } from '../../../ui/form-layout.tsx';
import { finalNote, useDeletion } from '../../platform/back-office/delete-item.tsx';

export function DeleteCamera({ camera }: { camera: Camera }) {
  const deletion = useDeletion({
    send: () => api('DELETE /live/cameras/{id}', { params: { id: camera.id } }),
    success: 'Cámara eliminada correctamente',
    failure: 'Error deleting camera',
    list: paths.manage.cameras.list,
    itemKey: 'camera',
    listKey: 'cameras',
  });
  return (
    <DangerZone text={`Eliminar la cámara borra también su clave: quien la use dejará de poder emitir. ${finalNote}`}>
      <Button
        kind="danger"
        icon="trash"
        busy={deletion.isPending}
        onClick={() => {
          // The specification asks for the browser's own confirmation.
          if (window.confirm(`¿Eliminar la cámara «${camera.slug}»?`)) deletion.mutate();
        }}
      >
        Eliminar cámara
      </Button>
    </DangerZone>
  );
}
