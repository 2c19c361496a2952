/** Publishes a video at once; the toast about it offers to undo it. */

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, errorText } from '../../../lib/api.ts';
import { readAgain } from '../../../lib/query-keys.ts';
import { Button } from '../../../ui/button.tsx';
import { toast } from '../../../ui/toaster.tsx';
import { undoToast } from '../../../ui/undo-toast.tsx';

export function PublishButton({ id, title, text }: { id: string; title: string; text: string }) {
  const queries = useQueryClient();
  const show = async (visible: boolean) => {
    await api('PATCH /live/vods/{id}', { params: { id }, body: { visible } });
    await readAgain(queries, ['today', 'managed-vods', 'managed-vod']);
  };
  const fail = (error: unknown) => toast.error(errorText(error, 'No se ha podido publicar'));
  const publishing = useMutation({
    mutationFn: () => show(true),
    onSuccess: () => undoToast(`Publicado: ${title}`, () => show(false).catch(fail)),
    onError: fail,
  });
  return (
    <Button
      kind="secondary"
      size="small"
      busy={publishing.isPending}
      aria-label={`${text}: ${title}`}
      onClick={() => publishing.mutate()}
    >
      {text}
    </Button>
  );
}
