/** Teams or competitions with a checkbox for each purpose; one button saves all changes, once they are confirmed. */
import { Fragment, type ReactNode, useState } from 'react';
import { type Purpose, purposeHints, purposeNames, purposes } from '../../../../shared/domain/image-rights.ts';
import { ageCategoryNames } from '../../../../shared/domain/match.ts';
import { sportName } from '../../../../shared/domain/sport-name.ts';
import { errorText } from '../../../lib/api.ts';
import { cx } from '../../../lib/class-names.ts';
import { formatLongDate } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { LeaveGuard } from '../../../ui/leave-guard.tsx';
import { toast } from '../../../ui/toaster.tsx';
import { ConfirmStatements } from './confirm-statements.tsx';
import { type Statement, useSaveStatements } from './queries.ts';
import { StatementDocument } from './statement-document.tsx';

export function StatementGrid({
  label,
  statements,
  clubId,
  canEdit,
  needsDocument = false,
  children,
}: {
  label: string;
  statements: readonly Statement[];
  clubId?: string;
  canEdit: boolean;
  /** True if a statement counts only with its document. */
  needsDocument?: boolean;
  /** The declaration that the user makes by saving. */
  children: ReactNode;
}) {
  const [draft, setDraft] = useState<Readonly<Record<string, readonly Purpose[]>>>({});
  const [isConfirming, setConfirming] = useState(false);
  const saving = useSaveStatements(clubId);
  const changes = statements.flatMap((statement) => {
    const chosen = draft[toFieldName(statement)];
    const isOther = chosen && chosen.join() !== statement.purposes.join();
    return isOther ? [{ name: toFieldName(statement), statement, purposes: [...chosen] }] : [];
  });
  const choose = (statement: Statement, chosen: readonly Purpose[]) =>
    setDraft((before) => ({ ...before, [toFieldName(statement)]: purposes.filter((one) => chosen.includes(one)) }));
  const save = () => {
    setConfirming(false);
    saving.mutate(changes, {
      onSuccess: () => {
        setDraft({});
        toast.success('Guardado');
      },
    });
  };
  return (
    <section aria-label={label} className="flex flex-col gap-4">
      {changes.length > 0 && <LeaveGuard />}
      {isConfirming && <ConfirmStatements changes={changes} onConfirm={save} onCancel={() => setConfirming(false)} />}
      {canEdit && <p className="max-w-200 text-small text-muted">{children}</p>}
      <dl className="grid max-w-200 grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-small">
        {purposes.map((purpose) => (
          <Fragment key={purpose}>
            <dt className="font-semibold">{purposeNames[purpose]}</dt>
            <dd className="text-muted">{purposeHints[purpose]}</dd>
          </Fragment>
        ))}
      </dl>
      <ul className="flex flex-col divide-y divide-line rounded-md border border-line bg-surface">
        {statements.map((statement) => (
          <li key={toFieldName(statement)} className="px-4 py-3">
            <Row
              statement={statement}
              chosen={draft[toFieldName(statement)] ?? statement.purposes}
              onChange={(chosen) => choose(statement, chosen)}
              canEdit={canEdit && !saving.isPending}
              needsDocument={needsDocument}
            />
          </li>
        ))}
      </ul>
      {canEdit && (
        // Until there is something to save, the bar stays below the last line and covers none.
        <div
          data-save-bar
          className={cx(
            '-mx-4 flex flex-wrap items-center justify-end gap-x-1 gap-y-3 border-t border-line bg-bg px-4 py-3 sm:gap-x-3',
            changes.length > 0 && 'sticky bottom-0 z-10',
          )}
        >
          <p aria-live="polite" className="sr-only">
            {changes.length > 0 && 'Hay cambios sin guardar.'}
          </p>
          {changes.length > 0 && (
            // On phones both buttons have to fit into one line, so that the bar stays low.
            <Button kind="quiet" className="max-sm:px-2!" onClick={() => setDraft({})}>
              Descartar
            </Button>
          )}
          <Button onClick={() => setConfirming(true)} disabled={changes.length === 0} busy={saving.isPending}>
            {changes.length > 1 ? `Declarar y guardar ${changes.length} cambios` : 'Declarar y guardar'}
          </Button>
          <p role="alert" className="w-full text-small font-medium text-danger empty:hidden">
            {saving.isError && errorText(saving.error)}
          </p>
        </div>
      )}
    </section>
  );
}

const toFieldName = (statement: Statement): string =>
  'name' in statement
    ? `${sportName(statement.sport)} · ${statement.name}`
    : `${sportName(statement.sport)} · ${ageCategoryNames[statement.category]}`;

function Row({
  statement,
  chosen,
  onChange,
  canEdit,
  needsDocument,
}: {
  statement: Statement;
  chosen: readonly Purpose[];
  onChange: (chosen: readonly Purpose[]) => void;
  canEdit: boolean;
  needsDocument: boolean;
}) {
  const { id, matches, statedAt, statedBy, document, purposes: stated } = statement;
  const isAll = chosen.length === purposes.length;
  return (
    <>
      <fieldset disabled={!canEdit}>
        <legend className="sr-only">{toFieldName(statement)}</legend>
        <div className="grid items-center gap-x-6 gap-y-1 lg:grid-cols-[minmax(12rem,1fr)_auto_7rem]">
          <div className="min-w-0">
            <p aria-hidden="true" className="font-semibold wrap-anywhere">
              {toFieldName(statement)}
            </p>
            <p className="text-note text-muted wrap-anywhere">
              {[
                matches === 1 ? '1 partido' : `${matches} partidos`,
                statedAt ? `declarado el ${formatLongDate(statedAt)} por ${statedBy}` : 'sin declarar',
              ].join(' · ')}
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
            <Button
              kind="quiet"
              size="small"
              className="-ml-3.5 justify-self-start lg:ml-0"
              onClick={() => onChange(isAll ? [] : purposes)}
            >
              {isAll ? 'Quitar todo' : 'Marcar todo'}
            </Button>
          )}
        </div>
      </fieldset>
      {needsDocument && stated.length > 0 && !document && (
        <p className="text-small font-medium text-warning">Falta el documento: sin él, el permiso no vale.</p>
      )}
      {id && <StatementDocument id={id} name={toFieldName(statement)} document={document} canEdit={canEdit} />}
    </>
  );
}
