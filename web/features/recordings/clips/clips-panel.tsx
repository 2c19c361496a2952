/**
 * The clips of a recording or live, for users who may cut them: from a moment, from any part, or as a summary of all
 * moments. They also publish, hide and delete clips.
 */
import { useState } from 'react';
import { formatDuration } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { Pagination } from '../../../ui/pagination.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { ClipCutter } from './clip-cutter.tsx';
import { ClipList } from './clip-list.tsx';
import { FreePreviewDialog } from './free-preview-dialog.tsx';
import { type ClipSource, type ClipsShown, useClipChanges, useClips } from './queries.ts';

export interface ClipsPanelProps {
  source: ClipSource;
  /** Seconds of the recording, or of the live so far. */
  duration: number | null;
  moments: readonly { id: string; timestampMs: number; label: string }[];
  /** Address of the WebVTT with the recording's preview pictures. */
  thumbnailsUrl: string | undefined;
  /** Returns the playback position, in seconds. */
  current: () => number;
}

export const ClipsPanel = (props: ClipsPanelProps) => <Panel key={Object.values(props.source).join()} {...props} />;

function Panel({ source, duration, moments, thumbnailsUrl, current }: ClipsPanelProps) {
  const [shown, setShown] = useState<ClipsShown>({ page: 1 });
  const clips = useClips(source, shown);
  const changes = useClipChanges(source);
  const [cutterAt, setCutterAt] = useState<number>();
  const [previewAt, setPreviewAt] = useState<number>();
  const { canCut = false, clubs = [], moments: momentCount = 0, byViewers = 0 } = clips.data ?? {};
  const { by } = shown;
  // The last clip of the last page was deleted: the page before it is shown.
  if (clips.data?.clips.length === 0 && clips.data.total > 0 && !clips.isPlaceholderData)
    setShown({ page: clips.data.totalPages, ...(by && { by }) });
  const showNewClip = ({ data }: { data: { id: string } }) => setShown({ clipId: data.id });
  const canCutClips = canCut && clubs.length > 0 && duration !== null;
  return (
    <section aria-labelledby="clips" className="flex min-w-0 flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id="clips" className="text-lead">
          Clips
        </h2>
        {canCutClips && (
          <div className="flex flex-wrap gap-2">
            {/* `moments` may be those of one club; a summary uses the moments of all. */}
            {'vodId' in source && (momentCount > 0 || moments.length > 0) && (
              <Button
                kind="secondary"
                icon="video"
                busy={changes.summarise.isPending}
                onClick={() => changes.summarise.mutate(source, { onSuccess: showNewClip })}
              >
                Resumen automático
              </Button>
            )}
            {'vodId' in source && (
              <Button kind="secondary" icon="play" onClick={() => setPreviewAt(current())}>
                Momento gratis
              </Button>
            )}
            <Button kind="secondary" icon="film" onClick={() => setCutterAt(current())}>
              Cortar clip
            </Button>
          </div>
        )}
      </div>
      {canCutClips && moments.length > 0 && (
        <div className="flex flex-col gap-2">
          <p className="text-small text-muted">De un momento, con un toque: 8 segundos antes y 6 después.</p>
          <ul aria-label="Momentos para cortar" className="flex max-h-44 flex-wrap gap-2 overflow-y-auto">
            {moments.map(({ id, timestampMs, label }) => (
              <li key={id} className="max-w-full">
                <button
                  type="button"
                  aria-label={`Cortar clip de ${label}, ${formatDuration(timestampMs / 1000)}`}
                  disabled={changes.cut.isPending}
                  onClick={() => changes.cut.mutate({ momentId: id }, { onSuccess: showNewClip })}
                  className="inline-flex min-h-11 max-w-full items-center gap-2 rounded-full border border-line bg-surface px-4 text-small font-medium transition-colors hover:not-disabled:border-line-strong disabled:opacity-50"
                >
                  <Icon name="plus" size={16} />
                  <span className="tabular-nums">{formatDuration(timestampMs / 1000)}</span>
                  <span className="truncate">{label}</span>
                </button>
              </li>
            ))}
          </ul>
        </div>
      )}
      {(byViewers > 0 || by) && (
        <div>
          <Tabs
            label="De quién son"
            choices={authorChoices}
            value={by ?? ''}
            onChange={(value) => setShown({ page: 1, ...(value && { by: value as 'club' | 'viewers' }) })}
          />
        </div>
      )}
      {clips.isLoadingError ? (
        <LoadFailure error={clips.error} />
      ) : clips.isPending ? (
        <div className="grid place-items-center py-8">
          <Spinner label="Cargando los clips" />
        </div>
      ) : clips.data.total === 0 && by ? (
        <EmptyState
          icon="film"
          title={by === 'viewers' ? 'Aún no hay clips de abonados' : 'Ninguno del club'}
          text={
            by === 'viewers'
              ? 'Los que corten los abonados de este partido aparecerán aquí.'
              : 'Todos los de este partido son de abonados.'
          }
        />
      ) : clips.data.total === 0 ? (
        <EmptyState
          icon="film"
          title="Todavía no hay clips"
          text={
            canCutClips
              ? `Corta un gol o una parada y compártelo: estará listo en ${'vodId' in source ? 'unos segundos' : 'un minuto'}.`
              : canCut
                ? 'Los clips son de un club: añade primero los que participan.'
                : 'vodId' in source
                  ? 'De este video ya no se pueden cortar: no se conserva el original.'
                  : 'Esta emisión no es de ningún partido: no se pueden cortar de ella.'
          }
        />
      ) : (
        <>
          <ClipList
            clips={clips.data.clips}
            clubs={clubs}
            changes={changes}
            isLive={!('vodId' in source)}
            onRenew={async (id) => (await clips.refetch()).data?.clips.find((clip) => clip.id === id)?.video}
          />
          <Pagination
            page={clips.data.page}
            totalPages={clips.data.totalPages}
            onPage={(page) => setShown({ page, ...(by && { by }) })}
          />
        </>
      )}
      {previewAt !== undefined && 'vodId' in source && duration !== null && (
        <FreePreviewDialog
          at={previewAt}
          duration={duration}
          thumbnailsUrl={thumbnailsUrl}
          busy={changes.giveAway.isPending}
          onChoose={(start) =>
            changes.giveAway.mutate(
              { vodId: source.vodId, start },
              {
                onSuccess: (answer) => {
                  showNewClip(answer);
                  setPreviewAt(undefined);
                },
              },
            )
          }
          onClose={() => setPreviewAt(undefined)}
        />
      )}
      {cutterAt !== undefined && duration !== null && (
        <ClipCutter
          at={cutterAt}
          duration={duration}
          thumbnailsUrl={thumbnailsUrl}
          clubs={clubs}
          busy={changes.cut.isPending}
          onCut={(cut) =>
            changes.cut.mutate(cut, {
              onSuccess: (answer) => {
                showNewClip(answer);
                setCutterAt(undefined);
              },
            })
          }
          onClose={() => setCutterAt(undefined)}
        />
      )}
    </section>
  );
}

const authorChoices = [
  { value: '', label: 'Todos' },
  { value: 'club', label: 'Del club' },
  { value: 'viewers', label: 'De abonados' },
];
