/** A source's state as one light, with advice, and a preview on demand. Figures are in signal-panel.tsx. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { IngestHealth, SourceTime as Time } from '../../../../shared/contract/ingest.ts';
import { airtimeNoticeMs } from '../../../../shared/domain/airtime.ts';
import { api } from '../../../lib/api.ts';
import { cx } from '../../../lib/class-names.ts';
import { formatCount } from '../../../lib/format.ts';
import { Player } from '../../../player/player.tsx';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { useAct } from '../../../ui/use-act.ts';
import { decideSourceTime, useIngestHealth } from './queries.ts';
import { describeSignal } from './signal-state.ts';

export function SignalLight({ cameraId, slug, live }: { cameraId?: string; slug: string; live: boolean }) {
  const { data: health } = useIngestHealth(cameraId, live);
  const [watching, setWatching] = useState(false);
  const { name, text, colour } = describeSignal(live, health);
  return (
    <section aria-label="Señal ahora" className="rounded-md border border-line bg-surface p-4 sm:p-5">
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <div aria-live="polite" className="flex min-w-0 grow basis-80 items-center gap-4">
          <span aria-hidden="true" className={cx('size-8 shrink-0 rounded-full', colour)} />
          <p className="min-w-0">
            <strong className="block font-heading text-lead">{name}</strong>
            <span className="text-pretty">{text}</span>
          </p>
        </div>
        {live && !watching && (
          <Button kind="secondary" icon="play" onClick={() => setWatching(true)}>
            Ver la señal
          </Button>
        )}
      </div>
      {live && watching && <Preview slug={slug} />}
      {health?.time && <SourceTime cameraId={cameraId} slug={slug} live={live} time={health.time} />}
      {!live && health?.lost && <Contacts contacts={health.lost.contacts} />}
    </section>
  );
}

function Contacts({ contacts }: { contacts: NonNullable<IngestHealth['lost']>['contacts'] }) {
  if (contacts.length === 0) return null;
  return (
    <div className="mt-4 border-t border-line pt-3">
      <h2 className="font-body text-small font-semibold">A quién llamar</h2>
      <ul className="flex flex-col">
        {contacts.map(({ name, phone, email }) => (
          <li key={email} className="flex min-h-11 flex-wrap items-center gap-x-3">
            <span>{name}</span>
            <a
              href={phone ? `tel:${phone}` : `mailto:${email}`}
              className="inline-flex min-h-11 items-center font-semibold break-all underline underline-offset-2"
            >
              {phone ?? email}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Admins may also preview a source in test mode, which viewers never see. */
function Preview({ slug }: { slug: string }) {
  const { data, refetch } = useQuery({
    queryKey: ['preview', slug],
    queryFn: async ({ signal }) => (await api('GET /liveusers/{slug}', { params: { slug }, signal })).data.liveUser,
  });
  const url = data?.playback.url;
  return (
    <div className="mt-4 max-w-160">
      {url ? (
        <Player url={url} title="Vista previa" live renew={async () => (await refetch()).data?.playback.url} />
      ) : (
        <p className="text-small text-muted">{data ? 'Ahora no hay imagen que mostrar.' : 'Cargando la imagen…'}</p>
      )}
    </div>
  );
}

interface SourceTimeProps {
  cameraId: string | undefined;
  slug: string;
  live: boolean;
  time: Time;
}

/** A source's airtime, which staff extend by one tap, and end once it is on air. */
function SourceTime({ cameraId, slug, live, time }: SourceTimeProps) {
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

/** Asks before a camera is closed to everybody, with the number of people who watch it. */
function EndAirtime({ slug, onEnd, onCancel }: { slug: string; onEnd: () => void; onCancel: () => void }) {
  const { data } = useQuery({
    queryKey: ['live-before-end', slug],
    queryFn: async ({ signal }) => (await api('GET /liveusers/{slug}', { params: { slug }, signal })).data.liveUser,
    retry: false,
  });
  return (
    <ConfirmDialog title="¿Terminar la emisión?" confirm="Terminar" onConfirm={onEnd} onCancel={onCancel}>
      <p>
        {describeViewers(data?.viewers)} Se cierra para todos en lo que queda de este partido, también para quien lo ha
        pagado.
      </p>
      <p className="mt-3 text-muted">Puedes volver a abrirla con «Emitir ahora».</p>
    </ConfirmDialog>
  );
}

function describeViewers(viewers: number | null | undefined): string {
  if (viewers === undefined || viewers === null) return 'No sabemos cuántas personas la ven ahora.';
  if (viewers === 0) return 'Ahora no la ve nadie.';
  return viewers === 1 ? 'Ahora la ve 1 persona.' : `Ahora la ven ${formatCount(viewers)} personas.`;
}
