import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import type { Camera } from '../../../../shared/contract/cameras.ts';
import { api, errorText } from '../../../lib/api.ts';
import { paths } from '../../../lib/paths.ts';
import { readAgain } from '../../../lib/query-keys.ts';
import { Button } from '../../../ui/button.tsx';
import { DangerZone } from '../../../ui/form-layout.tsx';
import { toast } from '../../../ui/toaster.tsx';
import { finalNote } from '../../platform/back-office/delete-item.tsx';

export function DeleteCamera({ camera }: { camera: Camera }) {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const deletion = useMutation({
    mutationFn: () => api('DELETE /live/cameras/{id}', { params: { id: camera.id } }),
    onSuccess: () => {
      toast.success('Cámara eliminada correctamente');
      queries.removeQueries({ queryKey: ['camera', camera.id] });
      readAgain(queries, ['cameras']);
      navigate(paths.manage.cameras.list);
    },
    onError: (error) => toast.error(errorText(error, 'Error deleting camera')),
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
