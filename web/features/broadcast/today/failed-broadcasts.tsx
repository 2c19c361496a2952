/** Lines of 'Hoy' for matches that were on air and have no video: time, reason and possible remedies. */
import { Link } from 'react-router-dom';
import type { FailedBroadcast } from '../../../../shared/contract/today.ts';
import { paths } from '../../../lib/paths.ts';
import { LinkButton } from '../../../ui/button.tsx';
import { describeTimes } from '../broadcasts/past-broadcasts.tsx';
import { uploadPath } from './next-step.ts';
import { lineLook, listLook, TodaySection } from './today-videos.tsx';

export function FailedBroadcastLines({ broadcasts }: { broadcasts: readonly FailedBroadcast[] }) {
  if (broadcasts.length === 0) return null;
  return (
    <TodaySection title="Se emitió y no se grabó" count={broadcasts.length}>
      <ul className={listLook}>
        {broadcasts.map((broadcast) => (
          <li key={broadcast.id} className={lineLook}>
            <div className="min-w-0 grow basis-64">
              <Link
                to={paths.manage.events.edit(broadcast.event.id)}
                className="line-clamp-2 font-semibold underline-offset-4 hover:underline"
              >
                {broadcast.event.title}
              </Link>
              <p className="text-note text-muted tabular-nums">{describeTimes(broadcast)}</p>
              <p className="text-note text-danger wrap-anywhere">{broadcast.failure}</p>
              <p className="text-note text-pretty text-muted">
                Si alguien lo grabó en la cámara o en el móvil, todavía se puede subir.
              </p>
            </div>
            <LinkButton to={uploadPath(broadcast.event)} kind="secondary" size="small">
              Subir el video
            </LinkButton>
          </li>
        ))}
      </ul>
    </TodaySection>
  );
}
