/** Says for whom and for how many matches a declaration counts, before it is made. */
import { type Purpose, purposeNames } from '../../../../shared/domain/image-rights.ts';
import { formatCount } from '../../../lib/format.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import type { Statement } from './queries.ts';

export interface StatementChange {
  name: string;
  statement: Statement;
  purposes: Purpose[];
}

export function ConfirmStatements({
  changes,
  onConfirm,
  onCancel,
}: {
  changes: readonly StatementChange[];
  onConfirm: () => void;
  onCancel: () => void;
}) {
  const compare = ({ statement, purposes }: StatementChange) => ({
    added: purposes.filter((one) => !statement.purposes.includes(one)),
    removed: statement.purposes.filter((one) => !purposes.includes(one)),
  });
  const adding = changes.filter((change) => compare(change).added.length > 0);
  const removing = changes.filter((change) => compare(change).removed.length > 0);
  const toLine = (change: StatementChange, list: readonly Purpose[]) =>
    `${change.name}: ${list.map((one) => purposeNames[one]).join(', ')} (${countMatches([change])})`;
  const isOfTeams = changes.some(({ statement }) => !('name' in statement));
  return (
    <ConfirmDialog title="¿Qué vas a declarar?" confirm="Declarar y guardar" onConfirm={onConfirm} onCancel={onCancel}>
      <div className="flex flex-col gap-4">
        {adding.length > 0 && (
          <section>
            <p className="font-semibold">
              {isOfTeams
                ? `Que tienes la firma de las familias de todos los jugadores de ${adding.length === 1 ? 'esta categoría' : `estas ${adding.length} categorías`}, en todos sus equipos (A, B…).`
                : `Que tienes el permiso de ${adding.length === 1 ? 'esta competición' : `estas ${adding.length} competiciones`}.`}
            </p>
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

function countMatches(changes: readonly StatementChange[]): string {
  const matches = sumMatches(changes);
  if (matches === 0) return 'ningún partido de la temporada';
  return matches === 1 ? '1 partido de la temporada' : `${formatCount(matches)} partidos de la temporada`;
}

const sumMatches = (changes: readonly StatementChange[]) =>
  changes.reduce((sum, { statement }) => sum + statement.matches, 0);
