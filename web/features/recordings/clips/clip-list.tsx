import { type FormEvent, useId, useState } from 'react';
import { Link } from 'react-router-dom';
import type { ManagedClip } from '../../../../shared/contract/clip.ts';
import { isBlank } from '../../../../shared/domain/visible-text.ts';
import { formatDuration } from '../../../lib/format.ts';
import { paths } from '../../../lib/paths.ts';
import { StatusPill, type Tone } from '../../../ui/badge.tsx';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { CopyIconButton } from '../../../ui/copy-field.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import { ClipPlayer } from './clip-player.tsx';
import { ClipThumbnail } from './clip-thumbnail.tsx';
import type { useClipChanges } from './queries.ts';

type Club = { id: string; name: string; publicClips: boolean };

export function ClipList({
  clips,
  clubs,
  changes,
  isLive,
  onRenew,
}: {
  clips: readonly ManagedClip[];
  clubs: readonly Club[];
  changes: ReturnType<typeof useClipChanges>;
  /** True for clips of a live, which are encoded once the live's recording contains them, about half a minute later. */
  isLive: boolean;
  /** Fetches a new address of a clip's file. */
  onRenew: (id: string) => Promise<string | null | undefined>;
}) {
  const [playing, setPlaying] = useState<string>();
  const [asking, setAsking] = useState<ManagedClip>();
  const [naming, setNaming] = useState<ManagedClip>();
  const clubsWithoutPublicClips = clubs.filter(
    ({ id, publicClips }) => !publicClips && clips.some((clip) => clip.clubId === id && isShareable(clip)),
  );
  const played = clips.find(({ id }) => id === playing);
  return (
    <>
      {clubsWithoutPublicClips.map(({ id, name }) => (
        <p key={id} className="text-small text-muted">
          {name} no tiene todavía clips públicos.{' '}
          <Link to={paths.manage.clubs.edit(id)} className="font-semibold text-text underline underline-offset-4">
            Permitirlos
          </Link>
        </p>
      ))}
      <ul aria-label="Clips" className="divide-y divide-line overflow-hidden rounded-md border border-line bg-surface">
        {clips.map((clip) => (
          <ClipRow
            key={clip.id}
            clip={clip}
            club={clubs.find(({ id }) => id === clip.clubId)}
            changes={changes}
            isLive={isLive}
            onPlay={() => setPlaying(clip.id)}
            onRename={() => setNaming(clip)}
            onDelete={() => setAsking(clip)}
          />
        ))}
      </ul>
      {isLive && clips.some(({ isPublic }) => isPublic) && (
        <p className="text-note text-muted">
          Los clips públicos lo siguen siendo después del final, hasta que alguien los oculte, o su partido, o su video.
        </p>
      )}
      {played?.video && (
        <Dialog title={played.title} onClose={() => setPlaying(undefined)} wide>
          <ClipPlayer
            key={played.id}
            src={played.video}
            poster={played.poster}
            label={played.title}
            className="aspect-video w-full rounded-md bg-black"
            renew={() => onRenew(played.id)}
          />
        </Dialog>
      )}
      {naming && (
        <ClipNameDialog
          key={naming.id}
          title={naming.title}
          busy={changes.change.isPending}
          onClose={() => setNaming(undefined)}
          onSave={(title) => {
            const { id, version } = naming;
            changes.change.mutate({ id, version, title }, { onSuccess: () => setNaming(undefined) });
          }}
        />
      )}
      {asking && (
        <ConfirmDialog
          title="¿Eliminar el clip?"
          busy={changes.remove.isPending}
          onCancel={() => setAsking(undefined)}
          onConfirm={() => changes.remove.mutate(asking.id, { onSettled: () => setAsking(undefined) })}
        >
          <span className="break-words">«{asking.title}» dejará de verse, también para quien tenga el enlace.</span>
        </ConfirmDialog>
      )}
    </>
  );
}

function ClipRow({
  clip,
  club,
  changes,
  isLive,
  onPlay,
  onRename,
  onDelete,
}: {
  clip: ManagedClip;
  club: Club | undefined;
  changes: ReturnType<typeof useClipChanges>;
  isLive: boolean;
  onPlay: () => void;
  onRename: () => void;
  onDelete: () => void;
}) {
  const { id, kind, title, start, seconds, parts, status, visible, version } = clip;
  const { tone, text } = describeState(clip, isLive);
  const isReady = status === 'FINISHED';
  const isBusy = changes.change.isPending && changes.change.variables.id === id;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 p-3">
      <div className="flex min-w-0 flex-[1_1_16rem] items-center gap-3">
        <ClipThumbnail
          src={clip.poster}
          seconds={seconds}
          play={isReady ? { label: `Ver ${title}`, onClick: onPlay } : undefined}
        />
        <div className="flex min-w-0 flex-col items-start gap-1">
          <p className="line-clamp-2 font-medium break-words">{title}</p>
          <p className="text-note text-muted tabular-nums">
            {kind === 'SUMMARY'
              ? `Resumen de ${parts} ${parts === 1 ? 'jugada' : 'jugadas'}`
              : `En ${formatDuration(start)}`}
            {club && ` · ${club.name}`}
            {clip.byViewer && ' · De un abonado'}
            {kind === 'FREE' && ' · Para quien no tiene el partido'}
          </p>
          <StatusPill tone={tone}>{text}</StatusPill>
          {status === 'FAILED' && clip.failure && <p className="text-note text-danger">{clip.failure}</p>}
        </div>
      </div>
      {!isReady && status !== 'FAILED' && !(status === 'SENT' && isLive) && (
        <div className="min-w-[min(10rem,100%)] flex-1">
          <ProgressBar percent={clip.progress ?? 0} label={`Preparando ${title}`} />
        </div>
      )}
      <div className="ml-auto flex flex-wrap items-center justify-end gap-1">
        {clip.isPublic && (
          <>
            <LinkButton kind="quiet" size="small" icon="external" to={paths.clip(id)} aria-label={`Página de ${title}`}>
              Página
            </LinkButton>
            <CopyIconButton value={`${location.origin}${paths.clip(id)}`} label={`enlace de ${title}`} />
          </>
        )}
        {isShareable(clip) && (visible || club?.publicClips) && (
          <Button
            kind="secondary"
            size="small"
            busy={isBusy}
            aria-label={`${visible ? 'Ocultar' : 'Publicar'} ${title}`}
            onClick={() => changes.change.mutate({ id, version, visible: !visible })}
          >
            {visible ? 'Ocultar' : 'Publicar'}
          </Button>
        )}
        <IconButton icon="edit" label={`Cambiar el nombre de ${title}`} onClick={onRename} />
        <IconButton icon="trash" label={`Eliminar ${title}`} onClick={onDelete} />
      </div>
    </li>
  );
}

const isShareable = ({ status, kind }: ManagedClip) => status === 'FINISHED' && kind !== 'FREE';

function describeState(
  { kind, status, visible, isPublic, byViewer }: ManagedClip,
  isLive: boolean,
): { tone: Tone; text: string } {
  if (status === 'FAILED') return { tone: 'danger', text: 'No se ha podido cortar' };
  if (status === 'SENT' && isLive) return { tone: 'info', text: 'Esperando a la grabación' };
  if (status !== 'FINISHED') return { tone: 'info', text: 'Preparando' };
  if (kind === 'FREE') return { tone: 'success', text: 'Gratis, una vez' };
  if (isPublic) return { tone: 'success', text: 'Público' };
  if (visible) return { tone: 'warning', text: 'Oculto con su partido' };
  return { tone: 'neutral', text: byViewer ? 'Para el club y quien lo hizo' : 'Solo para el club' };
}

/** Renames a clip, which also renames its page, shared links and file. */
function ClipNameDialog({
  title: current,
  busy,
  onSave,
  onClose,
}: {
  title: string;
  busy: boolean;
  onSave: (title: string) => void;
  onClose: () => void;
}) {
  const form = useId();
  const [title, setTitle] = useState(current);
  const isEmpty = isBlank(title);
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (!isEmpty) onSave(title.trim());
  };
  return (
    <Dialog
      title="Cambiar el nombre"
      onClose={onClose}
      actions={
        <>
          <Button kind="secondary" onClick={onClose}>
            Cancelar
          </Button>
          <Button type="submit" form={form} busy={busy} disabled={isEmpty}>
            Guardar
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={save} noValidate>
        <TextInput
          label="Título"
          required
          maxLength={200}
          autoComplete="off"
          value={title}
          error={isEmpty ? 'El título es requerido' : undefined}
          onChange={(event) => setTitle(event.target.value)}
        />
      </form>
    </Dialog>
  );
}
