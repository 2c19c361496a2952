/** A source's state as one light, with advice, and a preview on demand. Figures are in signal-panel.tsx. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { IngestHealth } from '../../../../shared/contract/ingest.ts';
import { api } from '../../../lib/api.ts';
import { cx } from '../../../lib/class-names.ts';
import { Player } from '../../../player/player.tsx';
import { Button } from '../../../ui/button.tsx';
import { useIngestHealth } from './queries.ts';
import { describeSignal } from './signal-state.ts';
import { SourceTime } from './source-time.tsx';

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
