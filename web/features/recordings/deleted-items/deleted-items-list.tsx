/** Deleted videos: who deleted them and when, until when they can be recovered, and 'Recuperar'. */
import { useRef, useState } from 'react';
import type { DeletedVideo } from '../../../../shared/contract/schema.ts';
import { errorText } from '../../../lib/api.ts';
import { formatDay, formatDuration } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState, ErrorState } from '../../../ui/empty-state.tsx';
import { FailureText } from '../../../ui/failure-text.tsx';
import { Pagination } from '../../../ui/pagination.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { type DeletedKind, useDeletedVideos, useRecovery } from './queries.ts';

export function DeletedVideosList({ kind }: { kind: DeletedKind }) {
  const [page, setPage] = useState(1);
  const deleted = useDeletedVideos(kind, page);
  const result = useRef<HTMLParagraphElement>(null);
  // The button that had the focus disappears with its row.
  const recovery = useRecovery(kind, () => result.current?.focus());
  const videos = deleted.data?.vods;
  return (
    <>
      <p>Un video eliminado se guarda 14 días sin que nadie pueda verlo. Al recuperarlo vuelve a su lista, oculto.</p>
      {/* A toast would stay behind the dialog. */}
      <p ref={result} role="status" tabIndex={-1} className="mt-3 font-semibold text-text">
        {recovery.isSuccess && (recovery.data ?? 'Recuperado')}
        {recovery.isError && <FailureText text={errorText(recovery.error, 'No se ha podido recuperar')} />}
      </p>
      {videos ? (
        videos.length === 0 ? (
          <EmptyState
            icon="trash"
            title="No hay nada que recuperar"
            text="No se ha eliminado nada en los últimos 14 días."
          />
        ) : (
          <ul aria-label="Videos eliminados" className="mt-3 divide-y divide-line">
            {videos.map((video) => (
              <DeletedRow
                key={video.id}
                video={video}
                busy={recovery.isPending && recovery.variables === video.id}
                onRecover={() => recovery.mutate(video.id)}
              />
            ))}
          </ul>
        )
      ) : deleted.isError ? (
        <ErrorState message={errorText(deleted.error)} onRetry={() => deleted.refetch()} />
      ) : (
        <Spinner label="Cargando" />
      )}
      <Pagination page={page} totalPages={deleted.data?.totalPages ?? 1} onPage={setPage} />
    </>
  );
}

function DeletedRow({ video, busy, onRecover }: { video: DeletedVideo; busy: boolean; onRecover: () => void }) {
  const by = video.deletedBy ? ` por ${video.deletedBy}` : '';
  return (
    <li className="flex flex-wrap items-center gap-3 py-3">
      <div className="mr-auto min-w-0 basis-60">
        <p className="font-semibold text-text wrap-anywhere">
          {video.title}
          {video.duration !== null && (
            <span className="font-normal text-muted"> · {formatDuration(video.duration)}</span>
          )}
        </p>
        <p className="text-small wrap-anywhere">
          {`Eliminado ${formatDay(video.deletedAt)}${by}. Se borra del todo ${formatDay(video.recoverableUntil)}.`}
        </p>
      </div>
      <Button kind="secondary" busy={busy} aria-label={`Recuperar ${video.title}`} onClick={onRecover}>
        Recuperar
      </Button>
    </li>
  );
}
