import { type FormEvent, useState } from 'react';
import type { ManagedClip } from '../../../../shared/contract/clip.ts';
import { isBlank } from '../../../../shared/domain/visible-text.ts';
import { formatDuration } from '../../../lib/format.ts';
import { paths } from '../../../lib/paths.ts';
import { StatusPill, type Tone } from '../../../ui/badge.tsx';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { CopyIconButton } from '../../../ui/copy-field.tsx';
import { Dialog, DialogButtons } from '../../../ui/dialog.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import { TextLink } from '../../../ui/text-link.tsx';
import { ClipPlayer } from './clip-player.tsx';
import { ClipThumbnail } from './clip-thumbnail.tsx';
import type { useClipChanges } from './queries.ts';

type Club = { id: string; name: string; publicClips: boolean };

interface ListProps {
  clips: readonly ManagedClip[];
  clubs: readonly Club[];
  changes: ReturnType<typeof useClipChanges>;
  /** True for clips of a live, which are encoded once the live's recording contains them, about half a minute later. */
  isLive: boolean;
  /** Fetches a new address of a clip's file. */
  onRenew: (id: string) => Promise<string | null | undefined>;
}

export function ClipList({ clips, clubs, ...shared }: ListProps) {
  const clubsWithoutPublicClips = clubs.filter(
    ({ id, publicClips }) => !publicClips && clips.some((clip) => clip.clubId === id && isShareable(clip)),
  );
  return (
    <>
      {clubsWithoutPublicClips.map(({ id, name }) => (
        <p key={id} className="text-small text-muted">
          {name} no tiene todavía clips públicos. <TextLink to={paths.manage.clubs.edit(id)}>Permitirlos</TextLink>
        </p>
      ))}
      <ul aria-label="Clips" className="divide-y divide-line overflow-hidden rounded-md border border-line bg-surface">
        {clips.map((clip) => (
          <ClipRow key={clip.id} clip={clip} club={clubs.find(({ id }) => id === clip.clubId)} {...shared} />
        ))}
      </ul>
      {shared.isLive && clips.some(({ isPublic }) => isPublic) && (
        <p className="text-note text-muted">
          Los clips públicos lo siguen siendo después del final, hasta que alguien los oculte, o su partido, o su video.
        </p>
      )}
    </>
  );
}

interface RowProps extends Pick<ListProps, 'changes' | 'isLive' | 'onRenew'> {
  clip: ManagedClip;
  club: Club | undefined;
}

function ClipRow({ clip, club, changes, isLive, onRenew }: RowProps) {
  const [open, setOpen] = useState<'player' | 'name' | 'deletion'>();
  const close = () => setOpen(undefined);
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
          play={isReady ? { label: `Ver ${title}`, onClick: () => setOpen('player') } : undefined}
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
        <IconButton icon="edit" label={`Cambiar el nombre de ${title}`} onClick={() => setOpen('name')} />
        <IconButton icon="trash" label={`Eliminar ${title}`} onClick={() => setOpen('deletion')} />
      </div>
      {open === 'player' && clip.video && (
        <Dialog title={title} onClose={close} wide>
          <ClipPlayer
            src={clip.video}
            poster={clip.poster}
            label={title}
            className="aspect-video w-full rounded-md bg-black"
            renew={() => onRenew(id)}
          />
        </Dialog>
      )}
      {open === 'name' && (
        <ClipNameDialog
          title={title}
          busy={changes.change.isPending}
          onClose={close}
          onSave={(name) => changes.change.mutate({ id, version, title: name }, { onSuccess: close })}
        />
      )}
      {open === 'deletion' && (
        <ConfirmDialog
          title="¿Eliminar el clip?"
          busy={changes.remove.isPending}
          onCancel={close}
          onConfirm={() => changes.remove.mutate(id, { onSettled: close })}
        >
          <span className="break-words">«{title}» dejará de verse, también para quien tenga el enlace.</span>
        </ConfirmDialog>
      )}
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

interface ClipNameDialogProps {
  title: string;
  busy: boolean;
  onSave: (title: string) => void;
  onClose: () => void;
}

/** Renames a clip, which also renames its page, shared links and file. */
function ClipNameDialog({ title: current, busy, onSave, onClose }: ClipNameDialogProps) {
  const [title, setTitle] = useState(current);
  const isEmpty = isBlank(title);
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (!isEmpty) onSave(title.trim());
  };
  return (
    <Dialog title="Cambiar el nombre" onClose={onClose}>
      <form onSubmit={save} noValidate>
        <TextInput
          label="Título"
          required
          maxLength={200}
          autoComplete="off"
          value={title}
          error={isEmpty ? 'El título es requerido' : undefined}
          onChange={(event) => setTitle(event.target.value)}
        />
        <DialogButtons submit="Guardar" busy={busy} disabled={isEmpty} onCancel={onClose} />
      </form>
    </Dialog>
  );
}
