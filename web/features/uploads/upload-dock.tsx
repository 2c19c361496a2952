/** The uploads under way, in a corner of every back-office page. */
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../app/paths.ts';
import { formatSize } from '../../lib/format.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { abortUpload, dismissUpload, percentOf, resumeUpload, type Upload, useUploads } from './upload-store.ts';

export function UploadDock() {
  const uploads = useUploads();
  if (uploads.length === 0) return null;
  return (
    <section
      aria-label="Subidas"
      className="fixed right-4 bottom-4 z-30 flex max-h-[60vh] w-[min(360px,calc(100vw-2rem))] flex-col gap-2 overflow-y-auto max-sm:bottom-20"
    >
      {uploads.map((upload) => (
        <UploadCard key={upload.id} upload={upload} />
      ))}
    </section>
  );
}

function UploadCard({ upload }: { upload: Upload }) {
  const [asking, setAsking] = useState(false);
  const [problem, setProblem] = useState<string>();
  const percent = percentOf(upload);
  const over = upload.state === 'done' || upload.state === 'failed';
  return (
    <article className="flex flex-col gap-2 rounded-md border border-line bg-surface p-4 text-small shadow-overlay">
      <div className="flex items-start gap-2">
        <Link
          to={paths.manage[upload.kind].edit(upload.itemId)}
          className="mr-auto line-clamp-2 min-w-0 font-semibold break-words hover:underline"
        >
          {upload.title}
        </Link>
        <IconButton
          icon="close"
          size={32}
          label={over ? 'Quitar de la lista' : `Cancelar la subida de ${upload.title}`}
          className="-mt-1.5 -mr-2"
          onClick={() => (over ? dismissUpload(upload.id) : setAsking(true))}
        />
      </div>
      {!over && <ProgressBar percent={percent} label={`Subida de ${upload.title}`} />}
      <p className="flex items-center gap-2 text-muted tabular-nums" aria-live="polite">
        {upload.state === 'sending' &&
          `${Math.floor(percent)} % · ${formatSize(upload.sent)} de ${formatSize(upload.ticket.size)}`}
        {upload.state === 'offline' && 'Sin conexión. La subida seguirá sola cuando vuelva.'}
        {upload.state === 'done' && (
          <span className="flex items-center gap-2 font-medium text-success">
            <Icon name="check" size={18} /> Video subido correctamente
          </span>
        )}
        {upload.state === 'failed' && <span className="text-danger">{upload.problem}</span>}
        {upload.state === 'interrupted' && (
          <span>
            {upload.problem ?? 'La subida se interrumpió.'} Vuelve a elegir «{upload.fileName}» y continuará donde
            estaba.
          </span>
        )}
      </p>
      {upload.state === 'interrupted' && (
        <label className="inline-flex min-h-11 cursor-pointer items-center justify-center gap-2 rounded-sm bg-accent px-4 font-semibold text-on-accent has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent">
          <Icon name="upload" size={18} /> Elegir archivo y continuar
          <input
            type="file"
            accept="video/*"
            className="sr-only"
            onChange={(event) => {
              const file = event.target.files?.[0];
              event.target.value = '';
              setProblem(undefined);
              if (file) resumeUpload(upload.id, file).catch((error: Error) => setProblem(error.message));
            }}
          />
        </label>
      )}
      {problem && (
        <p role="alert" className="font-medium text-danger">
          {problem}
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
            abortUpload(upload.id).catch((error: Error) => setProblem(error.message));
          }}
        >
          Se perderá lo que ya se ha subido de «{upload.title}» y el video se quitará de la lista.
        </ConfirmDialog>
      )}
    </article>
  );
}
