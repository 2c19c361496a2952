/** The signed document of a statement, which only staff may open, and the statement's history. */
import { type ChangeEvent, useId, useState } from 'react';
import type { RightsEntry } from '../../../../shared/contract/rights.ts';
import { formatPurposes } from '../../../../shared/domain/image-rights.ts';
import { errorText } from '../../../lib/api.ts';
import { formatDateTime, formatSize } from '../../../lib/format.ts';
import { Button, chooseButtonLook } from '../../../ui/button.tsx';
import { FailureText } from '../../../ui/failure-text.tsx';
import { QueryLoader } from '../../../ui/query-loader.tsx';
import { useDocument, useDocumentUpload, useHistory } from './queries.ts';

export function StatementDocument({
  id,
  name,
  document,
  canEdit,
}: {
  id: string;
  /** Name of the team or competition, for screen readers. */
  name: string;
  document: { name: string; size: number } | null;
  canEdit: boolean;
}) {
  const upload = useDocumentUpload(id);
  const open = useDocument(id);
  const [isOpen, setOpen] = useState(false);
  const input = useId();
  const send = (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.target.files ?? [];
    // The input is cleared, so that the same file can be chosen again after a failure.
    event.target.value = '';
    if (file) upload.mutate(file);
  };
  const failure = upload.error ?? open.error;
  return (
    <div className="mt-1 -ml-3.5 flex flex-wrap items-center gap-x-1 text-small">
      {document && (
        <Button kind="quiet" size="small" icon="lock" busy={open.isPending} onClick={() => open.mutate()}>
          {`Abrir ${document.name} (${formatSize(document.size)})`}
        </Button>
      )}
      {canEdit && (
        <label
          htmlFor={input}
          className={`${chooseButtonLook('quiet', 'small')} cursor-pointer focus-within:outline-2 focus-within:outline-accent`}
        >
          <input id={input} type="file" accept="application/pdf,.pdf" className="sr-only" onChange={send} />
          {upload.isPending ? 'Subiendo…' : document ? 'Cambiar el PDF' : 'Subir el PDF firmado'}
          <span className="sr-only">{` de ${name}`}</span>
        </label>
      )}
      <Button kind="quiet" size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <span>
          Historial
          <span className="sr-only">{` de ${name}`}</span>
        </span>
      </Button>
      <p role="alert" className="w-full pl-3.5 font-medium text-danger empty:hidden">
        {failure && <FailureText text={errorText(failure)} />}
      </p>
      {isOpen && <History id={id} />}
    </div>
  );
}

export function History({ id }: { id: string }) {
  const loading = (
    <p role="status" className="w-full text-muted">
      Cargando…
    </p>
  );
  return (
    <QueryLoader query={useHistory(id, true)} fallback={loading}>
      {(entries) => (
        <ol className="mb-2 ml-3.5 w-full border-l-2 border-line pl-3 text-note text-muted">
          {entries.map((entry) => (
            <li key={`${entry.at} ${entry.what}`} className="wrap-anywhere">
              {`${formatDateTime(entry.at)} · ${entry.by}: ${describeEntry(entry)}`}
            </li>
          ))}
        </ol>
      )}
    </QueryLoader>
  );
}

function describeEntry({ what, purposes, textVersion, document }: RightsEntry): string {
  switch (what) {
    case 'STATEMENT':
      return `declara ${purposes.length === 0 ? 'que no hay ninguna autorización' : formatPurposes(purposes)}${textVersion ? ` (texto ${textVersion})` : ''}`;
    case 'DOCUMENT':
      return `sube «${document}»`;
    case 'READING':
      return `abre «${document}»`;
    case 'CONTRACT':
      return `acepta el contrato (versión ${textVersion})`;
  }
}
