/** Line of 'Hoy' for objections and reports that wait: their number, deadline, and a link to answer. */
import type { WaitingMatters } from '../../../../shared/contract/today.ts';
import { cx } from '../../../lib/class-names.ts';
import { formatCount, formatLongDate } from '../../../lib/format.ts';
import { paths } from '../../../lib/paths.ts';
import { LinkButton } from '../../../ui/button.tsx';
import { lineLook, listLook, TodaySection } from '../../broadcast/today/today-videos.tsx';

/** Milliseconds; a nearer deadline is shown in red. */
const urgentMs = 3 * 86_400_000;

export function WaitingMattersLine({ matters: { total, deadline }, now }: { matters: WaitingMatters; now: number }) {
  if (total === 0 || deadline === null) return null;
  const left = Date.parse(deadline) - now;
  return (
    <TodaySection title="Denuncias sin responder" count={total}>
      <div className={listLook}>
        <div className={lineLook}>
          <div className="min-w-0 grow basis-64">
            <p className="font-semibold">
              {total === 1 ? '1 denuncia espera respuesta' : `${formatCount(total)} denuncias esperan respuesta`}
            </p>
            <p className={cx('text-note tabular-nums', left < urgentMs ? 'text-danger' : 'text-muted')}>
              {describeDeadline(total, formatLongDate(deadline), left)}
            </p>
          </div>
          <LinkButton to={paths.manageMatters} kind="secondary" size="small">
            Contestar
          </LinkButton>
        </div>
      </div>
    </TodaySection>
  );
}

function describeDeadline(total: number, date: string, left: number): string {
  if (left < 0) return `El plazo ${total === 1 ? '' : 'del primero '}terminó el ${date}`;
  return total === 1 ? `Plazo: hasta el ${date}` : `El primero, hasta el ${date}`;
}
