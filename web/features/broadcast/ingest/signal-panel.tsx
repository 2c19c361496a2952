/** The signal of a source on air: figures, plain advice, and a look at it before viewers get one. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { IngestHealth } from '../../../../shared/broadcast/ingest.ts';
import { api } from '../../../lib/api.ts';
import { formatBitrate, formatCount } from '../../../lib/format.ts';
import { Player } from '../../../player/player.tsx';
import { StatusPill } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Fact, Panel } from '../../../ui/form-layout.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { useIngestHealth } from './queries.ts';

export function SignalPanel({ cameraId, slug, live }: { cameraId?: string; slug: string; live: boolean }) {
  const { data: health } = useIngestHealth(cameraId, live);
  const [watching, setWatching] = useState(false);
  return (
    <Panel title="Señal">
      {!live && <p className="text-small text-muted">Aquí verás cómo llega la señal en cuanto empiece la emisión.</p>}
      {live && !health && <p className="text-small text-muted">Midiendo la señal…</p>}
      {live && health && (
        <>
          <Figures health={health} />
          <Advice health={health} />
          {watching ? (
            <Preview slug={slug} />
          ) : (
            <Button kind="secondary" icon="play" className="mt-3 w-full" onClick={() => setWatching(true)}>
              Ver la señal
            </Button>
          )}
        </>
      )}
    </Panel>
  );
}

function Figures({ health }: { health: IngestHealth }) {
  const { width, height, framerate, videoBitrate, audioBitrate, keyframeInterval, encoder } = health;
  const { text, tone } = lookOf(health);
  return (
    <dl>
      <Fact label="Estado">
        <StatusPill tone={tone}>{text}</StatusPill>
      </Fact>
      <Fact label="Imagen">{width && height ? `${width} × ${height}` : '—'}</Fact>
      <Fact label="Fotogramas">{framerate === null ? '—' : `${formatCount(Math.round(framerate))} por segundo`}</Fact>
      <Fact label="Fotogramas clave">{keyframeInterval === null ? '—' : `cada ${seconds(keyframeInterval)} s`}</Fact>
      <Fact label="Video">{videoBitrate === null ? '—' : formatBitrate(videoBitrate)}</Fact>
      <Fact label="Sonido">{audioBitrate === null ? '—' : formatBitrate(audioBitrate)}</Fact>
      {encoder && <Fact label="Programa">{encoder}</Fact>}
    </dl>
  );
}

const seconds = (value: number) => value.toLocaleString('es-ES', { maximumFractionDigits: 1 });

/** Green is for what needs no change. */
const lookOf = ({ state, advice }: IngestHealth) =>
  state === 'HEALTHY' && advice.some(({ level }) => level === 'problem')
    ? ({ text: 'Llega con problemas', tone: 'warning' } as const)
    : states[state];

const states = {
  OFFLINE: { text: 'Sin señal', tone: 'neutral' },
  STARTING: { text: 'Empezando', tone: 'neutral' },
  HEALTHY: { text: 'Llega bien', tone: 'success' },
  STARVING: { text: 'Con cortes', tone: 'danger' },
} as const;

function Advice({ health }: { health: IngestHealth }) {
  return (
    <ul aria-live="polite" className="mt-3 flex flex-col gap-2 text-small empty:hidden">
      {health.advice.map(({ level, text }) => (
        <li key={text} className="flex gap-2">
          <span className={level === 'problem' ? 'text-danger' : 'text-warning'}>
            <Icon name="alert" size={18} />
          </span>
          <span className="text-pretty">{text}</span>
        </li>
      ))}
    </ul>
  );
}

/** Admins may look at a source in test too, which viewers never see. */
function Preview({ slug }: { slug: string }) {
  const { data, refetch } = useQuery({
    queryKey: ['preview', slug],
    queryFn: async ({ signal }) => (await api('GET /liveusers/{slug}', { params: { slug }, signal })).data.liveUser,
  });
  const url = data?.playback.url;
  return (
    <div className="mt-3">
      {url ? (
        <Player url={url} title="Vista previa" live renew={async () => (await refetch()).data?.playback.url} />
      ) : (
        <p className="text-small text-muted">{data ? 'Ahora no hay imagen que mostrar.' : 'Cargando la imagen…'}</p>
      )}
    </div>
  );
}
