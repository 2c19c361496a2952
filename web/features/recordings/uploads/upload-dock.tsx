/** The running uploads, in a corner of every back-office page. */
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { ErrorText } from '../../../lib/api.ts';
import { formatSize, formatTimeLeft } from '../../../lib/format.ts';
import { paths } from '../../../lib/paths.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { FailureText } from '../../../ui/failure-text.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import { computeSecondsLeft } from './upload-speed.ts';
import {
  abortUpload,
  describeUploadError,
  dismissUpload,
  getPercent,
  pauseUpload,
  resumeUpload,
  type Upload,
  useUploads,
} from './upload-store.ts';

export function UploadDock() {
  const uploads = useUploads();
  const [folded, setFolded] = useState(false);
  if (uploads.length === 0) return null;
  const moving = uploads.filter(({ state }) => state === 'sending' || state === 'offline').length;
  return (
    <section
      aria-label="Subidas"
      // A dialog that shows the progress itself hides the dock.
      className="fixed right-4 bottom-4 z-30 flex in-[body:has(dialog[open]_[role=progressbar])]:hidden max-h-[60vh] w-[min(360px,calc(100vw-2rem))] flex-col gap-2"
    >
      <button
        type="button"
        aria-expanded={!folded}
        onClick={() => setFolded(!folded)}
        className="flex min-h-11 shrink-0 items-center gap-2 rounded-md border border-line bg-surface px-4 text-small font-semibold shadow-overlay hover:border-line-strong"
      >
        <Icon name="upload" size={18} />
        <span className="mr-auto">
          {moving > 0 ? `Subiendo ${formatVideoCount(moving)}` : `Subidas (${uploads.length})`}
        </span>
        <span className="text-muted">{folded ? 'Mostrar' : 'Ocultar'}</span>
      </button>
      <div hidden={folded} className={folded ? undefined : 'flex flex-col gap-2 overflow-y-auto'}>
        {uploads.map((upload) => (
          <UploadCard key={upload.id} upload={upload} />
        ))}
      </div>
    </section>
  );
}

const formatVideoCount = (count: number) => (count === 1 ? '1 video' : `${count} videos`);

function UploadCard({ upload }: { upload: Upload }) {
  const [asking, setAsking] = useState(false);
  const [problem, setProblem] = useState<ErrorText | string>();
  const percent = getPercent(upload);
  const { state } = upload;
  const over = state === 'done' || state === 'failed';
  const isElsewhere = state === 'elsewhere';
  const left = computeSecondsLeft(upload.ticket.size - upload.sent, upload.speed);
  const resume = (file?: File) => {
    setProblem(undefined);
    resumeUpload(upload.id, file).catch((error: unknown) => setProblem(describeUploadError(error)));
  };
  return (
    <article className="flex flex-col gap-2 rounded-md border border-line bg-surface p-4 text-small shadow-overlay">
      <div className="flex items-start gap-1">
        <Link
          to={paths.manage[upload.kind].edit(upload.itemId)}
          className="mr-auto line-clamp-2 min-w-0 font-semibold break-words hover:underline"
        >
          {upload.title}
        </Link>
        {(state === 'sending' || state === 'offline') && (
          <IconButton
            icon="pause"
            size={32}
            label={`Pausar la subida de ${upload.title}`}
            className="-mt-1.5"
            onClick={() => pauseUpload(upload.id)}
          />
        )}
        {state === 'paused' && (
          <IconButton
            icon="play"
            size={32}
            label={`Reanudar la subida de ${upload.title}`}
            className="-mt-1.5"
            onClick={() => resume()}
          />
        )}
        {!isElsewhere && (
          <IconButton
            icon="close"
            size={32}
            label={over ? 'Quitar de la lista' : `Cancelar la subida de ${upload.title}`}
            className="-mt-1.5 -mr-2"
            onClick={() => (over ? dismissUpload(upload.id) : setAsking(true))}
          />
        )}
      </div>
      {!over && !isElsewhere && <ProgressBar percent={percent} label={`Subida de ${upload.title}`} />}
      {!over && !isElsewhere && (
        <p className="flex flex-wrap justify-between gap-x-3 text-muted tabular-nums">
          <span>{`${Math.floor(percent)} % · ${formatSize(upload.sent)} de ${formatSize(upload.ticket.size)}`}</span>
          {state === 'sending' && upload.speed !== undefined && (
            <span>{[`${formatSize(upload.speed)}/s`, left && formatTimeLeft(left)].filter(Boolean).join(' · ')}</span>
          )}
        </p>
      )}
      {/* Announces only changes of the state: with live figures, a screen reader would never finish. */}
      <p className="text-muted empty:hidden" aria-live="polite">
        {state === 'offline' && 'Sin conexión. La subida seguirá sola cuando vuelva.'}
        {state === 'paused' &&
          (upload.problem ? <FailureText text={upload.problem} /> : 'En pausa. Lo que ya se ha subido se conserva.')}
        {isElsewhere && 'En marcha en otra pestaña. Desde allí puedes pausarla o cancelarla.'}
        {state === 'done' && (
          <span className="flex items-center gap-2 font-medium text-success">
            <Icon name="check" size={18} /> Video subido correctamente
          </span>
        )}
        {state === 'failed' && (
          <span className="text-danger">
            <FailureText text={upload.problem ?? ''} />
          </span>
        )}
        {state === 'interrupted' && (
          <span>
            {upload.problem ? (
              <>
                <FailureText text={upload.problem} />
                <span className="block">{`Al elegir «${upload.fileName}», la subida continuará donde estaba.`}</span>
              </>
            ) : (
              `La subida se interrumpió. Vuelve a elegir «${upload.fileName}» y continuará donde estaba.`
            )}
          </span>
        )}
      </p>
      {state === 'interrupted' && (
        <label className="inline-flex min-h-11 cursor-pointer items-center justify-center gap-2 rounded-sm bg-accent px-4 font-semibold text-on-accent has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent">
          <Icon name="upload" size={18} /> Elegir archivo y continuar
          <input
            type="file"
            accept="video/*"
            className="sr-only"
            onChange={(event) => {
              const file = event.target.files?.[0];
              event.target.value = '';
              if (file) resume(file);
            }}
          />
        </label>
      )}
      {problem && (
        <p role="alert" className="font-medium text-danger">
          <FailureText text={problem} />
        </p>
      )}
      {asking && (
        <ConfirmDialog
          title="Cancelar la subida"
          confirm="Cancelar la subida"
          cancel="Seguir subiendo"
          onCancel={() => setAsking(false)}
          onConfirm={() => {
            setAsking(false);
            abortUpload(upload.id).catch((error: unknown) => setProblem(describeUploadError(error)));
          }}
        >
          Se perderá lo que ya se ha subido de «{upload.title}» y el video se quitará de la lista.
        </ConfirmDialog>
      )}
    </article>
  );
}
