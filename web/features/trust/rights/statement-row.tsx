/** One line of the grid: a team or competition with a checkbox for each purpose, its document and its history. */

import { type ChangeEvent, useId, useState } from 'react';
import type { RightsEntry } from '../../../../shared/contract/rights.ts';
import { formatPurposes, type Purpose, purposeNames, purposes } from '../../../../shared/domain/image-rights.ts';
import { teamName } from '../../../../shared/domain/match.ts';
import { errorText } from '../../../lib/api.ts';
import { formatDateTime, formatLongDate, formatSize } from '../../../lib/format.ts';
import { Button, chooseButtonLook } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { FailureLine } from '../../../ui/failure-line.tsx';
import { QueryLoader } from '../../../ui/query-loader.tsx';
import { type Statement, useDocument, useDocumentUpload, useHistory } from './queries.ts';
import { isOfTeam } from './team-lines.ts';

interface Props {
  statement: Statement;
  name: string;
  chosen: readonly Purpose[];
  onChange: (chosen: readonly Purpose[]) => void;
  canEdit: boolean;
  needsDocument: boolean;
  /** Adds teams to a category, or removes one. */
  separate: { text: string; act: () => void } | undefined;
}

export function StatementRow({ statement, name, chosen, onChange, canEdit, needsDocument, separate }: Props) {
  const { id, matches, document, purposes: stated } = statement;
  const isAll = chosen.length === purposes.length;
  const letter = isOfTeam(statement) ? statement.team : null;
  const ofTeam = isOfTeam(statement) && letter ? ` en ${teamName(statement.category, letter)}` : '';
  return (
    <>
      <fieldset disabled={!canEdit} className={letter ? 'border-l-2 border-line pl-3' : ''}>
        <legend className="sr-only">{name}</legend>
        <div className="grid items-center gap-x-6 gap-y-1 lg:grid-cols-[minmax(12rem,1fr)_auto_12rem]">
          <div className="min-w-0">
            <p aria-hidden="true" className="font-semibold wrap-anywhere">
              {name}
            </p>
            <p className="text-note text-muted wrap-anywhere">
              {[matches === 1 ? '1 partido' : `${matches} partidos`, describeAuthor(statement)].join(' · ')}
            </p>
          </div>
          <div className="grid grid-cols-[repeat(auto-fit,minmax(min(10rem,100%),1fr))] gap-x-6 sm:flex sm:flex-wrap">
            {purposes.map((purpose) => (
              <Checkbox
                key={purpose}
                label={purposeNames[purpose]}
                checked={chosen.includes(purpose)}
                onChange={(event) =>
                  onChange(event.target.checked ? [...chosen, purpose] : chosen.filter((one) => one !== purpose))
                }
              />
            ))}
          </div>
          {canEdit && (
            <div className="-ml-3.5 flex flex-wrap lg:ml-0 lg:flex-col lg:items-start">
              <Button kind="quiet" size="small" onClick={() => onChange(isAll ? [] : purposes)}>
                {`${isAll ? 'Quitar todo' : 'Marcar todo'}${ofTeam}`}
              </Button>
              {separate && (
                <Button kind="quiet" size="small" aria-label={`${separate.text} de ${name}`} onClick={separate.act}>
                  {separate.text}
                </Button>
              )}
            </div>
          )}
        </div>
      </fieldset>
      {needsDocument && stated.length > 0 && !document && (
        <p className="text-small font-medium text-warning">Falta el documento: sin él, el permiso no vale.</p>
      )}
      {id && <StatementDocument id={id} name={name} document={document} canEdit={canEdit} />}
    </>
  );
}

function describeAuthor(statement: Statement): string {
  const { statedAt, statedBy, purposes: stated } = statement;
  if (statedAt) return `declarado el ${formatLongDate(statedAt)} por ${statedBy}`;
  return isOfTeam(statement) && statement.team && stated.length > 0 ? 'como los demás equipos' : 'sin declarar';
}

interface StatementDocumentProps {
  id: string;
  /** Name of the team or competition, for screen readers. */
  name: string;
  document: { name: string; size: number } | null;
  canEdit: boolean;
}

/** The signed document of a statement, which only staff may open, and the statement's history. */
function StatementDocument({ id, name, document, canEdit }: StatementDocumentProps) {
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
      <FailureLine className="w-full pl-3.5" text={failure && errorText(failure)} />
      {isOpen && <History id={id} />}
    </div>
  );
}

function History({ id }: { id: string }) {
  const loading = (
    <p role="status" className="w-full text-muted">
      Cargando…
    </p>
  );
  return (
    <QueryLoader query={useHistory(id)} fallback={loading}>
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
