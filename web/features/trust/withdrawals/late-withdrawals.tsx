/** Lines of 'Hoy' for admins: withdrawn items that the edge still serves, and entries that nothing explains. */
import type { EdgeState } from '../../../../shared/contract/today.ts';
import { formatCount, formatTime } from '../../../lib/format.ts';
import { lineLook, listLook, TodaySection } from '../../broadcast/today/today-videos.tsx';

/** Milliseconds; a withdrawal usually takes some seconds. */
const lateMs = 30_000;

export function LateWithdrawals({ edge, now }: { edge: EdgeState | null; now: number }) {
  const since = edge?.since && now - Date.parse(edge.since) >= lateMs ? edge.since : null;
  if (!edge || (!since && edge.unexplained === 0)) return null;
  return (
    <TodaySection title="Retiradas en los servidores">
      <ul className={listLook}>
        {since && (
          <li className={lineLook}>
            <div className="min-w-0 grow basis-64">
              <p className="font-semibold">{describeWaiting(edge.waiting)}</p>
              <p className="text-note tabular-nums text-danger">
                La más antigua espera desde las {formatTime(since)} ({describeAge(now - Date.parse(since))}).
              </p>
              <p className="text-note text-pretty text-muted">
                La web ya no lo muestra, pero quien guardó la dirección de un archivo todavía puede abrirla. Si no se
                resuelve en unos minutos, avisa a quien lleva los servidores.
              </p>
            </div>
          </li>
        )}
        {edge.unexplained > 0 && (
          <li className={lineLook}>
            <div className="min-w-0 grow basis-64">
              <p className="font-semibold">{describeUnexplained(edge.unexplained)}</p>
              <p className="text-note text-pretty text-muted">
                Pasa después de restaurar una copia. No se abren solos: lo decide quien lleva los servidores.
              </p>
            </div>
          </li>
        )}
      </ul>
    </TodaySection>
  );
}

const describeWaiting = (count: number) =>
  count === 1
    ? '1 retirada aún no ha llegado a los servidores'
    : `${formatCount(count)} retiradas aún no han llegado a los servidores`;

const describeUnexplained = (count: number) => `${formatCount(count)} elementos siguen cerrados sin que conste por qué`;

function describeAge(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  return minutes === 0 ? 'menos de 1 min' : minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h`;
}
