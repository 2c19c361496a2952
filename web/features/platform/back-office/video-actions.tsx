/** Buttons of admins below a video's form: they encrypt it again, with a new key, or delete it. */
import type { MediaStatus } from '../../../../shared/contract/schema.ts';
import { api } from '../../../lib/api.ts';
import { capitalise } from '../../../lib/format.ts';
import { paths } from '../../../lib/paths.ts';
import { Button } from '../../../ui/button.tsx';
import { Panel } from '../../../ui/form-layout.tsx';
import { toast } from '../../../ui/toaster.tsx';
import { useAct } from '../../../ui/use-act.ts';
import { DeleteItem } from './delete-item.tsx';
import { isProcessing, isRecoverable } from './processing-status.ts';
import { recoverItem } from './visibility-actions.ts';

const kinds = {
  vods: {
    what: 'video',
    failure: 'Error al eliminar el VOD',
    list: paths.manage.vods.list,
    itemKey: 'managed-vod',
    listKey: 'managed-vods',
  },
  content: {
    what: 'contenido',
    failure: 'Error al eliminar el contenido',
    list: paths.manage.content.list,
    itemKey: 'managed-content',
    listKey: 'managed-contents',
  },
} as const;

interface Video {
  id: string;
  title: string;
  visible: boolean;
  status: MediaStatus;
  isImproving?: true | undefined;
  /** True if the video plays from the files that IVS recorded. */
  playsRecording?: boolean | undefined;
}

export function VideoActions({ kind, video }: { kind: keyof typeof kinds; video: Video }) {
  const { what, ...deletion } = kinds[kind];
  const params = { id: video.id };
  const canRecover = isRecoverable(video);
  const regeneration = useAct({
    send: () => api(`PUT /live/${kind}/{id}/segments`, { params }),
    failure: 'Error al regenerar los segmentos',
    stale: [deletion.itemKey, deletion.listKey],
    onDone: () =>
      toast.success('Regeneración iniciada. El video quedará oculto hasta que vuelvas a hacerlo visible.', {
        duration: 4000,
      }),
  });
  return (
    <>
      <Panel title="Segmentos cifrados">
        <p className="mb-3 text-small text-muted">{explainRegeneration(video)}</p>
        <Button
          kind="secondary"
          icon="refresh"
          busy={regeneration.isPending}
          disabled={isProcessing(video) || video.isImproving}
          onClick={() => regeneration.mutate()}
        >
          Regenerar segmentos
        </Button>
      </Panel>
      <DeleteItem
        {...deletion}
        name={video.title}
        button={`Eliminar ${what}`}
        text={
          canRecover
            ? `Eliminar el ${what} lo quita de la web al momento. A los 14 días se borra su archivo; hasta entonces puedes recuperarlo.`
            : `Eliminar el ${what} lo quita de la web y borra su archivo.`
        }
        recover={canRecover ? () => recoverItem(kind, video) : undefined}
        send={() => api(`DELETE /live/${kind}/{id}`, { params })}
        success={`${capitalise(what)} eliminado correctamente`}
      />
    </>
  );
}

/** A failed video is processed again. */
function explainRegeneration({ status, playsRecording }: Video): string {
  if (status === 'FAILED') return 'Vuelve a procesar el archivo original.';
  return playsRecording
    ? 'Este video se ve tal como se grabó la emisión, sin cifrar y sin miniaturas en la barra. Al regenerarlo tendrá las dos cosas. Mientras tanto quedará oculto.'
    : 'Vuelve a cifrar el video con una clave nueva. Mientras tanto quedará oculto.';
}
