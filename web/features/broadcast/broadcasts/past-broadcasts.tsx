/** A source's latest broadcasts, each with its match and its video, or the reason why there is none. */
import { Link } from 'react-router-dom';
import type { PastBroadcast } from '../../../../shared/contract/broadcasts.ts';
import { formatCount, formatDateTime, formatTime } from '../../../lib/format.ts';
import { paths } from '../../../lib/paths.ts';
import { StatusPill } from '../../../ui/badge.tsx';
import { Panel } from '../../../ui/form-layout.tsx';
import { usePastBroadcasts } from './queries.ts';

export function PastBroadcasts({ cameraId }: { cameraId?: string }) {
  const { data: broadcasts } = usePastBroadcasts(cameraId);
  if (!broadcasts) return null;
  return (
    <Panel title="Últimas emisiones">
      {broadcasts.length === 0 && (
        <p className="text-small text-muted">Cuando emitas, aquí verás si se ha guardado el video.</p>
      )}
      <ul className="flex flex-col divide-y divide-line empty:hidden">
        {broadcasts.map((broadcast) => (
          <Broadcast key={broadcast.id} broadcast={broadcast} />
        ))}
      </ul>
    </Panel>
  );
}

function Broadcast({ broadcast }: { broadcast: PastBroadcast }) {
  const { event, peak, videos } = broadcast;
  const { text, tone, detail } = describeState(broadcast);
  return (
    <li className="flex flex-col gap-1 py-3 text-small first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <span className="text-muted">{describeTimes(broadcast)}</span>
        <StatusPill tone={tone}>{text}</StatusPill>
      </div>
      <p className="font-semibold break-words">{event?.title ?? 'Sin evento'}</p>
      {detail && <p className="text-pretty text-muted">{detail}</p>}
      {peak !== null && <p className="text-muted">Máximo a la vez: {formatCount(peak)}</p>}
      {videos.map((video) => (
        <Link
          key={video.id}
          to={paths.manage.vods.edit(video.id)}
          className="flex min-h-11 max-w-full items-center self-start font-semibold underline underline-offset-2"
        >
          <span className="min-w-0 break-words">Ver el video{videos.length > 1 && ` «${video.title}»`}</span>
        </Link>
      ))}
    </li>
  );
}

/** Returns, for example, '28 nov 2026, 10:00 – 10:42'; without an end while on air. */
export const describeTimes = ({ startedAt, endedAt }: Pick<PastBroadcast, 'startedAt' | 'endedAt'>) =>
  `${formatDateTime(startedAt)}${endedAt ? ` – ${formatTime(endedAt)}` : ''}`;

interface Look {
  text: string;
  tone: 'neutral' | 'info' | 'success' | 'danger';
  detail?: string | null;
}

function describeState({ state, failure, videos, event }: PastBroadcast): Look {
  const broken = videos.find(({ status }) => status === 'FAILED');
  switch (state) {
    case 'ON_AIR':
      return { text: 'En curso', tone: 'info' };
    case 'SAVING':
      return { text: 'Guardando', tone: 'neutral', detail: 'El video estará listo en unos minutos.' };
    case 'FAILED':
      return { text: 'Sin video', tone: 'danger', detail: failure };
    case 'NOT_KEPT':
      return { text: 'Sin video', tone: 'neutral', detail: explainMissingVideo(event !== null) };
    case 'RECORDED':
      if (broken) return { text: 'Sin video', tone: 'danger', detail: broken.failure };
      return videos.length > 0 && videos.every(({ status }) => status === 'FINISHED')
        ? { text: 'Video listo', tone: 'success' }
        : { text: videos.length > 0 ? 'Procesando' : 'Video eliminado', tone: 'neutral' };
  }
}

const explainMissingVideo = (hasEvent: boolean) =>
  hasEvent
    ? 'La emisión fue demasiado corta.'
    : 'Solo se guarda lo que se emite en producción y con un evento elegido.';
