/** Teams or competitions with a checkbox for each purpose; one button saves all changes, once they are confirmed. */
import { Fragment, type ReactNode, useState } from 'react';
import { type Purpose, purposeHints, purposeNames, purposes } from '../../../../shared/domain/image-rights.ts';
import { errorText } from '../../../lib/api.ts';
import { cx } from '../../../lib/class-names.ts';
import { formatCount } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { FailureLine } from '../../../ui/failure-line.tsx';
import { LeaveGuard } from '../../../ui/leave-guard.tsx';
import { toast } from '../../../ui/toaster.tsx';
import { type Statement, useSaveStatements } from './queries.ts';
import { StatementRow } from './statement-row.tsx';
import { countAffected, isOfTeam, listLetters, listLines, listNextTeams, nameLine, toLineKey } from './team-lines.ts';

interface Props {
  label: string;
  statements: readonly Statement[];
  clubId?: string;
  canEdit: boolean;
  /** True if a statement counts only with its document. */
  needsDocument?: boolean;
  /** The declaration that the user makes by saving. */
  children: ReactNode;
}

export function StatementGrid({ label, statements, clubId, canEdit, needsDocument = false, children }: Props) {
  const [draft, setDraft] = useState<Readonly<Record<string, readonly Purpose[]>>>({});
  const [isConfirming, setConfirming] = useState(false);
  /** Keys of the teams that staff have separated and not yet stated. */
  const [separated, setSeparated] = useState<readonly string[]>([]);
  const saving = useSaveStatements(clubId);
  const lines = listLines(statements, separated);
  const changes = lines.flatMap((statement) => {
    const chosen = draft[toLineKey(statement)];
    const isOther = chosen && chosen.join() !== statement.purposes.join();
    return isOther ? [{ name: nameLine(lines, statement), statement, purposes: [...chosen] }] : [];
  });
  const choose = (statement: Statement, chosen: readonly Purpose[]) =>
    setDraft((before) => ({ ...before, [toLineKey(statement)]: purposes.filter((one) => chosen.includes(one)) }));
  const removeTeam = (key: string) => {
    setSeparated((before) => before.filter((one) => one !== key));
    setDraft(({ [key]: _, ...others }) => others);
  };
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
      {isConfirming && (
        <ConfirmStatements changes={changes} lines={lines} onConfirm={save} onCancel={() => setConfirming(false)} />
      )}
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
        {lines.map((statement) => {
          const key = toLineKey(statement);
          const next = isOfTeam(statement) && !statement.team ? listNextTeams(lines, statement) : [];
          return (
            <li key={key} className="px-4 py-3">
              <StatementRow
                statement={statement}
                name={nameLine(lines, statement)}
                chosen={draft[key] ?? statement.purposes}
                onChange={(chosen) => choose(statement, chosen)}
                canEdit={canEdit && !saving.isPending}
                needsDocument={needsDocument}
                separate={
                  next.length > 0
                    ? {
                        text: next.length > 1 ? 'Separar equipos' : 'Añadir equipo',
                        act: () => setSeparated((before) => [...before, ...next]),
                      }
                    : separated.includes(key) && statement.id === null && statement.matches === 0
                      ? { text: 'Quitar equipo', act: () => removeTeam(key) }
                      : undefined
                }
              />
            </li>
          );
        })}
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
          <FailureLine className="w-full text-small" text={saving.isError && errorText(saving.error)} />
        </div>
      )}
    </section>
  );
}

/** Says for whom and for how many matches a declaration counts, before it is made. */
interface StatementChange {
  name: string;
  statement: Statement;
  purposes: Purpose[];
}

interface ConfirmStatementsProps {
  changes: readonly StatementChange[];
  /** All lines of the grid. */
  lines: readonly Statement[];
  onConfirm: () => void;
  onCancel: () => void;
}

function ConfirmStatements({ changes, lines, onConfirm, onCancel }: ConfirmStatementsProps) {
  const compare = ({ statement, purposes }: StatementChange) => ({
    added: purposes.filter((one) => !statement.purposes.includes(one)),
    removed: statement.purposes.filter((one) => !purposes.includes(one)),
  });
  const adding = changes.filter((change) => compare(change).added.length > 0);
  const removing = changes.filter((change) => compare(change).removed.length > 0);
  const sumMatches = (some: readonly StatementChange[]) =>
    countAffected(
      lines,
      some.map(({ statement }) => statement),
    );
  const countMatches = (some: readonly StatementChange[]) => formatMatches(sumMatches(some));
  const toLine = (change: StatementChange, list: readonly Purpose[]) =>
    `${change.name}: ${list.map((one) => purposeNames[one]).join(', ')} (${countMatches([change])})`;
  return (
    <ConfirmDialog title="¿Qué vas a declarar?" confirm="Declarar y guardar" onConfirm={onConfirm} onCancel={onCancel}>
      <div className="flex flex-col gap-4">
        {adding.length > 0 && (
          <section>
            <p className="font-semibold">{describeDeclaration(adding, lines)}</p>
            <ul className="mt-2 list-disc pl-5">
              {adding.map((change) => (
                <li key={change.name}>{toLine(change, compare(change).added)}</li>
              ))}
            </ul>
          </section>
        )}
        {removing.length > 0 && (
          <section>
            <p className="font-semibold text-danger">
              {sumMatches(removing) === 0
                ? 'Que deja de haber permiso. Esta temporada no afecta a ningún partido.'
                : `Que deja de haber permiso: ${sumMatches(removing) === 1 ? 'puede' : 'pueden'} dejar de verse ${countMatches(removing)}.`}
            </p>
            <ul className="mt-2 list-disc pl-5">
              {removing.map((change) => (
                <li key={change.name}>{toLine(change, compare(change).removed)}</li>
              ))}
            </ul>
          </section>
        )}
      </div>
    </ConfirmDialog>
  );
}

function describeDeclaration(adding: readonly StatementChange[], lines: readonly Statement[]): string {
  const { length } = adding;
  const ofTeams = adding.map(({ statement }) => statement).filter(isOfTeam);
  if (ofTeams.length === 0)
    return `Que tienes el permiso de ${length === 1 ? 'esta competición' : `estas ${length} competiciones`}.`;
  const signature = 'Que tienes la firma de las familias de todos los jugadores de';
  if (ofTeams.some((statement) => listLetters(lines, statement).length > 0))
    return `${signature} ${length === 1 ? 'este equipo' : `estos ${length} equipos`}.`;
  return `${signature} ${length === 1 ? 'esta categoría' : `estas ${length} categorías`}, en todos sus equipos (A, B…).`;
}

function formatMatches(matches: number): string {
  if (matches === 0) return 'ningún partido de la temporada';
  return matches === 1 ? '1 partido de la temporada' : `${formatCount(matches)} partidos de la temporada`;
}
