/** Until when viewers see a camera, and the button that opens it or goes on, for the staff at the match. */

import type { TodayMatch } from '../../../../shared/contract/today.ts';
import { airtimeNoticeMs } from '../../../../shared/domain/airtime.ts';
import { formatTime } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { useAct } from '../../../ui/use-act.ts';
import { decideSourceTime } from '../ingest/queries.ts';

interface Props {
  camera: TodayMatch['cameras'][number];
  title: string;
  now: number;
}

export function OpenAirtime({ camera: { id, time }, title, now }: Props) {
  const opening = useAct({
    send: () => decideSourceTime(id, true),
    success: ({ message }) => message ?? 'La cámara emite para todos',
    failure: 'No se ha podido emitir',
    stale: ['today'],
  });
  const endsSoon = time.until !== null && Date.parse(time.until) - now <= airtimeNoticeMs;
  const text = time.isOpen ? 'Seguir emitiendo' : 'Emitir ahora';
  return (
    <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 pl-4.5 text-note text-muted">
      <span>{time.until ? `Se emite hasta las ${formatTime(time.until)}` : 'Solo la ves tú'}</span>
      {(!time.isOpen || endsSoon) && (
        <Button
          kind="secondary"
          size="small"
          busy={opening.isPending}
          aria-label={`${text}: ${title}`}
          onClick={() => opening.mutate()}
        >
          {text}
        </Button>
      )}
    </div>
  );
}
