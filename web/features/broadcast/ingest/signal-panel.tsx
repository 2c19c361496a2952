import type { IngestHealth } from '../../../../shared/contract/ingest.ts';
import { formatBitrate, formatCount, formatTime } from '../../../lib/format.ts';
import { StatusPill } from '../../../ui/badge.tsx';
import { Fact, Panel } from '../../../ui/form-layout.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { useIngestHealth } from './queries.ts';

export function SignalPanel({ cameraId, live }: { cameraId?: string; live: boolean }) {
  const { data: health } = useIngestHealth(cameraId, live);
  // An encoder that sends only sound is not live, and its advice says so.
  const isReceived = live || (health !== undefined && health.state !== 'OFFLINE');
  const lost = health?.lost;
  const last = lost?.health ? { at: lost.at, health: { ...lost.health, advice: [] } } : undefined;
  return (
    <Panel title="Señal">
      {!isReceived && !last && (
        <p className="text-small text-muted">Aquí verás cómo llega la señal en cuanto empiece la emisión.</p>
      )}
      {!isReceived && last && (
        <>
          <p className="text-small text-muted">Lo último que llegó, hasta las {formatTime(last.at)}:</p>
          <Figures health={last.health} />
        </>
      )}
      {live && !health && <p className="text-small text-muted">Midiendo la señal…</p>}
      {isReceived && health && (
        <>
          <Figures health={health} />
          <Advice health={health} />
        </>
      )}
    </Panel>
  );
}

type Measured = Omit<IngestHealth, 'lost' | 'time'>;

function Figures({ health }: { health: Measured }) {
  const { width, height, framerate, videoBitrate, audioBitrate, keyframeInterval, encoder } = health;
  const { text, tone } = describeState(health);
  return (
    <dl>
      <Fact label="Estado">
        <StatusPill tone={tone}>{text}</StatusPill>
      </Fact>
      <Fact label="Imagen">{width && height ? `${width} × ${height}` : '—'}</Fact>
      <Fact label="Fotogramas">{framerate === null ? '—' : `${formatCount(Math.round(framerate))} por segundo`}</Fact>
      <Fact label="Fotogramas clave">
        {keyframeInterval === null ? '—' : `cada ${formatSeconds(keyframeInterval)} s`}
      </Fact>
      <Fact label="Video">{videoBitrate === null ? '—' : formatBitrate(videoBitrate)}</Fact>
      <Fact label="Sonido">{audioBitrate === null ? '—' : formatBitrate(audioBitrate)}</Fact>
      {encoder && <Fact label="Programa">{encoder}</Fact>}
    </dl>
  );
}

const formatSeconds = (value: number) => value.toLocaleString('es-ES', { maximumFractionDigits: 1 });

/** The tone is 'success' only if nothing needs to change. */
const describeState = ({ state, advice }: Measured) =>
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
