/** Until when viewers see a camera, and the button that opens it or goes on, for the staff at the match. */

import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { TodayMatch } from '../../../../shared/contract/today.ts';
import { airtimeNoticeMs } from '../../../../shared/domain/airtime.ts';
import { errorText } from '../../../lib/api.ts';
import { formatTime } from '../../../lib/format.ts';
import { readAgain } from '../../../lib/query-keys.ts';
import { Button } from '../../../ui/button.tsx';
import { toast } from '../../../ui/toaster.tsx';
import { decideSourceTime } from '../ingest/queries.ts';

interface Props {
  camera: TodayMatch['cameras'][number];
  title: string;
  now: number;
}

export function OpenAirtime({ camera: { id, time }, title, now }: Props) {
  const queries = useQueryClient();
  const opening = useMutation({
    mutationFn: () => decideSourceTime(id, true),
    onSuccess: async ({ message }) => {
      toast.success(message ?? 'La cámara emite para todos');
      await readAgain(queries, ['today']);
    },
    onError: (error) => toast.error(errorText(error, 'No se ha podido emitir')),
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
