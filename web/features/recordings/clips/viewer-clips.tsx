import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { ViewerClip } from '../../../../shared/contract/clip.ts';
import { formatDuration } from '../../../lib/format.ts';
import { paths } from '../../../lib/paths.ts';
import { StatusPill, type Tone } from '../../../ui/badge.tsx';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { ClipPlayer } from './clip-player.tsx';
import { ClipThumbnail } from './clip-thumbnail.tsx';
import { useDeleteViewerClip, useViewerClips } from './queries.ts';

export function ViewerClips({ vodId }: { vodId?: string }) {
  const clips = useViewerClips(vodId);
  if (clips.isLoadingError) return <LoadFailure error={clips.error} />;
  if (clips.isPending) {
    return (
      <div className="grid place-items-center py-8">
        <Spinner label="Cargando tus clips" />
      </div>
    );
  }
  if (clips.data.length === 0) return <p>Todavía no has cortado ninguno.</p>;
  return (
    <ul aria-label="Tus clips" className="divide-y divide-line text-text">
      {clips.data.map((clip) => (
        <ViewerClipRow
          key={clip.id}
          clip={clip}
          isOneRecording={vodId !== undefined}
          onRenew={async () => (await clips.refetch()).data?.find(({ id }) => id === clip.id)?.video}
        />
      ))}
    </ul>
  );
}

interface ViewerClipRowProps {
  clip: ViewerClip;
  isOneRecording: boolean;
  /** Fetches a new address of the clip's file. */
  onRenew: () => Promise<string | null | undefined>;
}

function ViewerClipRow({ clip, isOneRecording, onRenew }: ViewerClipRowProps) {
  const removal = useDeleteViewerClip();
  const [isAsking, setAsking] = useState(false);
  const [isPlaying, setPlaying] = useState(false);
  const { id, title, start, seconds, status, poster, video, vod, isPublic } = clip;
  const { tone, text, why } = describeState(clip);
  return (
    <li className="flex flex-col gap-3 py-3">
      <div className="flex flex-wrap items-center gap-3">
        <div className="flex min-w-0 flex-[1_1_14rem] items-center gap-3">
          <ClipThumbnail src={poster} seconds={seconds} />
          <div className="flex min-w-0 flex-col items-start gap-1">
            <p className="line-clamp-2 font-medium break-words">{title}</p>
            <p className="text-note break-words text-muted tabular-nums">
              En {formatDuration(start)}
              {!isOneRecording && vod && (
                <>
                  {' de '}
                  <Link to={paths.vod(vod.id)} className="underline underline-offset-4">
                    {vod.title}
                  </Link>
                </>
              )}
            </p>
            <StatusPill tone={tone}>{text}</StatusPill>
          </div>
        </div>
        <div className="flex items-center gap-2">
          {video && !isPlaying && (
            <Button kind="quiet" size="small" icon="play" aria-label={`Ver ${title}`} onClick={() => setPlaying(true)}>
              Ver
            </Button>
          )}
          {isPublic && (
            <LinkButton kind="quiet" size="small" icon="external" to={paths.clip(id)} aria-label={`Página de ${title}`}>
              Página
            </LinkButton>
          )}
          <IconButton icon="trash" label={`Eliminar ${title}`} onClick={() => setAsking(true)} />
        </div>
      </div>
      {why && <p className="text-note text-muted">{why}</p>}
      {(status === 'SENT' || status === 'STARTED') && (
        <ProgressBar percent={clip.progress ?? 0} label={`Preparando ${title}`} />
      )}
      {isPlaying && video && (
        <ClipPlayer
          src={video}
          poster={poster}
          label={title}
          className="aspect-video w-full rounded-md bg-black"
          renew={onRenew}
        />
      )}
      {isAsking && (
        <ConfirmDialog
          title="¿Eliminar el clip?"
          busy={removal.isPending}
          onCancel={() => setAsking(false)}
          onConfirm={() => removal.mutate(id, { onSettled: () => setAsking(false) })}
        >
          <span className="break-words">
            «{title}» se borrará{isPublic && ', también de la página del club'}.
          </span>
        </ConfirmDialog>
      )}
    </li>
  );
}

function describeState({ status, failure, video, isPublic }: ViewerClip): {
  tone: Tone;
  text: string;
  why?: string | null;
} {
  if (status === 'FAILED') return { tone: 'danger', text: 'No se ha podido cortar', why: failure };
  if (status !== 'FINISHED') return { tone: 'info', text: 'Preparando' };
  if (isPublic) return { tone: 'success', text: 'Publicado por el club' };
  if (video) return { tone: 'neutral', text: 'Para ti y el club' };
  return {
    tone: 'warning',
    text: 'No disponible',
    why: 'Ahora no tienes acceso a este partido, o su club ya no permite estos clips.',
  };
}
