/** One line of the grid: a team or competition with a checkbox for each purpose, its document and its history. */
import { type Purpose, purposeNames, purposes } from '../../../../shared/domain/image-rights.ts';
import { teamName } from '../../../../shared/domain/match.ts';
import { formatLongDate } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import type { Statement } from './queries.ts';
import { StatementDocument } from './statement-document.tsx';
import { isOfTeam } from './team-lines.ts';

export function StatementRow({
  statement,
  name,
  chosen,
  onChange,
  canEdit,
  needsDocument,
  separate,
}: {
  statement: Statement;
  name: string;
  chosen: readonly Purpose[];
  onChange: (chosen: readonly Purpose[]) => void;
  canEdit: boolean;
  needsDocument: boolean;
  /** Adds teams to a category, or removes one. */
  separate: { text: string; act: () => void } | undefined;
}) {
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
