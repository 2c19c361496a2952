import { useRef, useState } from 'react';
import { errorText } from '../../../lib/api.ts';
import { formatDay } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { FailureText } from '../../../ui/failure-text.tsx';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { Pagination } from '../../../ui/pagination.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { type DeletedItem, type DeletedKind, useDeletedItems, useRecovery } from './queries.ts';

/**
 * 'Eliminados': shows deleted items of the given kinds, which an admin can recover. The first kind is the page's own.
 */
export function DeletedItemsButton({ kinds }: { kinds: readonly [DeletedKind, ...DeletedKind[]] }) {
  const [open, setOpen] = useState(false);
  const [kind, setKind] = useState<DeletedKind>(kinds[0]);
  const choices = kinds.map((value) => ({ value, label: kindNames[value] }));
  return (
    <>
      <Button kind="secondary" icon="trash" onClick={() => setOpen(true)}>
        Eliminados
      </Button>
      {open && (
        <Dialog title="Eliminados" wide onClose={() => setOpen(false)}>
          {kinds.length > 1 && (
            <div className="mb-3">
              <Tabs
                label="Qué se eliminó"
                choices={choices}
                value={kind}
                onChange={(value) => setKind(kinds.find((each) => each === value) ?? kinds[0])}
              />
            </div>
          )}
          <DeletedItemsList key={kind} kind={kind} />
        </Dialog>
      )}
    </>
  );
}

const kindNames: Record<DeletedKind, string> = { events: 'Partidos', vods: 'Videos', content: 'Contenido' };

/** Deleted items: who deleted them and when, the end of the grace period, and 'Recuperar'. */
function DeletedItemsList({ kind }: { kind: DeletedKind }) {
  const [page, setPage] = useState(1);
  const deleted = useDeletedItems(kind, page);
  const result = useRef<HTMLParagraphElement>(null);
  // The button with the focus disappears with its row.
  const recovery = useRecovery(kind, () => result.current?.focus());
  const items = deleted.data?.items;
  return (
    <>
      <p>{introductions[kind]}</p>
      {/* A toast would stay behind the dialog. */}
      <p ref={result} role="status" tabIndex={-1} className="mt-3 font-semibold text-text">
        {recovery.isSuccess && (recovery.data ?? 'Recuperado')}
        {recovery.isError && <FailureText text={errorText(recovery.error, 'No se ha podido recuperar')} />}
      </p>
      {items ? (
        items.length === 0 ? (
          <EmptyState
            icon="trash"
            title="No hay nada que recuperar"
            text="No se ha eliminado nada en los últimos 14 días."
          />
        ) : (
          <ul
            aria-label={kind === 'events' ? 'Partidos eliminados' : 'Videos eliminados'}
            className="mt-3 divide-y divide-line"
          >
            {items.map((item) => (
              <DeletedRow
                key={item.id}
                item={item}
                busy={recovery.isPending && recovery.variables === item.id}
                onRecover={() => recovery.mutate(item.id)}
              />
            ))}
          </ul>
        )
      ) : deleted.isLoadingError ? (
        <LoadFailure error={deleted.error} />
      ) : (
        <Spinner label="Cargando" />
      )}
      <Pagination page={page} totalPages={deleted.data?.totalPages ?? 1} onPage={setPage} />
    </>
  );
}

function DeletedRow({ item, busy, onRecover }: { item: DeletedItem; busy: boolean; onRecover: () => void }) {
  const by = item.deletedBy ? ` por ${item.deletedBy}` : '';
  return (
    <li className="flex flex-wrap items-center gap-3 py-3">
      <div className="min-w-0 grow basis-60 sm:basis-0">
        <p className="font-semibold text-text wrap-anywhere">{item.title}</p>
        {item.detail && <p className="text-small text-text tabular-nums">{item.detail}</p>}
        <p className="text-small wrap-anywhere">
          {`Eliminado ${formatDay(item.deletedAt)}${by}. Se borra del todo ${formatDay(item.recoverableUntil)}.`}
        </p>
      </div>
      <Button kind="secondary" busy={busy} aria-label={`Recuperar ${item.title}`} onClick={onRecover}>
        Recuperar
      </Button>
    </li>
  );
}

const videoIntroduction =
  'Un video eliminado se guarda 14 días sin que nadie pueda verlo. Al recuperarlo vuelve a su lista, oculto.';

const introductions: Record<DeletedKind, string> = {
  vods: videoIntroduction,
  content: videoIntroduction,
  events:
    'Un partido eliminado se guarda 14 días sin que nadie pueda verlo. Al recuperarlo vuelve oculto, con su marcador, sus seguidores, sus videos y sus cámaras si siguen libres.',
};
