/** A source's airtime, which staff extend by one tap, and end once it is on air. */

import { useState } from 'react';
import type { SourceTime as Time } from '../../../../shared/contract/ingest.ts';
import { airtimeNoticeMs } from '../../../../shared/domain/airtime.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { useAct } from '../../../ui/use-act.ts';
import { EndAirtime } from './end-airtime.tsx';
import { decideSourceTime } from './queries.ts';

interface SourceTimeProps {
  cameraId: string | undefined;
  slug: string;
  live: boolean;
  time: Time;
}

export function SourceTime({ cameraId, slug, live, time }: SourceTimeProps) {
  const [isEnding, setEnding] = useState(false);
  const deciding = useAct({
    send: (isOn: boolean) => decideSourceTime(cameraId, isOn),
    success: ({ message }) => message ?? 'Hecho',
    failure: 'No se ha podido cambiar',
    stale: ['ingest-health', 'camera', 'cameras'],
  });
  // A stage that does not enforce airtime only warns about a picture outside it.
  if (!time.isEnforced && (time.isOpen || !live)) return null;
  const endsSoon = time.until !== null && Date.parse(time.until) - Date.now() <= airtimeNoticeMs;
  return (
    <div className="mt-4 flex flex-wrap items-center gap-x-5 gap-y-3 border-t border-line pt-4">
      <p aria-live="polite" className="flex min-w-0 grow basis-80 gap-3">
        <span className={live && !time.isOpen ? 'text-warning' : 'text-muted'}>
          <Icon name={time.isOpen ? 'clock' : 'alert'} size={20} />
        </span>
        <span className="min-w-0 text-pretty">
          <strong className="block">{describeAirtime(time, live, endsSoon)}</strong>
          {time.text}
        </span>
      </p>
      {time.isEnforced && (
        <div className="flex flex-wrap gap-3">
          {(!time.isOpen || endsSoon) && (
            <Button
              kind={time.isOpen || live ? 'primary' : 'secondary'}
              icon="play"
              busy={deciding.isPending && deciding.variables}
              onClick={() => deciding.mutate(true)}
            >
              {time.isOpen ? 'Seguir emitiendo' : 'Emitir ahora'}
            </Button>
          )}
          {time.isOpen && live && (
            <Button kind="secondary" busy={deciding.isPending && !deciding.variables} onClick={() => setEnding(true)}>
              Terminar
            </Button>
          )}
        </div>
      )}
      {isEnding && (
        <EndAirtime
          slug={slug}
          onCancel={() => setEnding(false)}
          onEnd={() => {
            setEnding(false);
            deciding.mutate(false);
          }}
        />
      )}
    </div>
  );
}

function describeAirtime({ isEnforced, isOpen }: Time, live: boolean, endsSoon: boolean): string {
  if (!isEnforced) return 'Fuera de horario';
  if (!isOpen) return live ? 'Solo la ves tú' : 'Cerrada para los usuarios';
  if (endsSoon) return 'Termina en unos minutos';
  return live ? 'La ven los usuarios' : 'Abierta para los usuarios';
}
