/** Says for whom and for how many matches a declaration counts, before it is made. */
import { type Purpose, purposeNames } from '../../../../shared/domain/image-rights.ts';
import { formatCount } from '../../../lib/format.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import type { Statement } from './queries.ts';
import { countAffected, isOfTeam, listLetters } from './team-lines.ts';

export interface StatementChange {
  name: string;
  statement: Statement;
  purposes: Purpose[];
}

export function ConfirmStatements({
  changes,
  lines,
  onConfirm,
  onCancel,
}: {
  changes: readonly StatementChange[];
  /** All lines of the grid. */
  lines: readonly Statement[];
  onConfirm: () => void;
  onCancel: () => void;
}) {
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
