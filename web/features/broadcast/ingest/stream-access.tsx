/** The ingest address and stream key, key renewal, and instructions for OBS and phones. */

import { useState } from 'react';
import type { Resource } from '../../../lib/query-keys.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { CopyField } from '../../../ui/copy-field.tsx';
import { useAct } from '../../../ui/use-act.ts';
import { renewStreamKey } from './queries.ts';

interface Props {
  cameraId?: string;
  server: string;
  streamKey: string;
  hint: string;
  staleKey: Resource;
}

export function StreamAccess({ cameraId, server, streamKey, hint, staleKey }: Props) {
  return (
    <>
      <CopyField label="Servidor de emisión" value={server} />
      <CopyField label="Clave de emisión" value={streamKey} secret hint={hint} />
      <RenewKey cameraId={cameraId} stale={staleKey} />
      <Help />
    </>
  );
}

function RenewKey({ cameraId, stale }: { cameraId: string | undefined; stale: Resource }) {
  const [asking, setAsking] = useState(false);
  const renewing = useAct({
    send: () => renewStreamKey(cameraId),
    success: ({ message }) => message ?? 'Clave renovada',
    failure: 'No se ha podido renovar la clave',
    stale: [stale],
  });
  return (
    <div>
      <Button kind="secondary" icon="refresh" busy={renewing.isPending} onClick={() => setAsking(true)}>
        Renovar la clave
      </Button>
      {asking && (
        <ConfirmDialog
          title="Renovar la clave de emisión"
          confirm="Renovar la clave"
          onCancel={() => setAsking(false)}
          onConfirm={() => {
            setAsking(false);
            renewing.mutate();
          }}
        >
          La clave de ahora dejará de valer al momento, y quien esté emitiendo con ella se cortará. Hazlo si la ha visto
          alguien que no debía.
        </ConfirmDialog>
      )}
    </div>
  );
}

function Help() {
  return (
    <details className="rounded-md border border-line bg-surface">
      <summary className="min-h-11 cursor-pointer px-4 py-2.5 font-semibold">Cómo emitir</summary>
      <div className="flex flex-col gap-4 px-4 pb-4 text-small">
        <section>
          <h3 className="mb-1 font-body text-small font-semibold font-stretch-normal">Con OBS, en un ordenador</h3>
          <ol className="list-decimal pl-5 text-muted">
            <li>Ajustes → Emisión → Servicio «Personalizado…». Pega el servidor y la clave.</li>
            <li>Ajustes → Salida → modo «Avanzado»: bitrate de 5000 kbps e intervalo de fotogramas clave de 2 s.</li>
            <li>Ajustes → Video: 1920 × 1080 (o 1280 × 720 con 3000 kbps) a 30 FPS.</li>
            <li>Pulsa «Iniciar transmisión» y mira aquí cómo llega.</li>
          </ol>
        </section>
        <section>
          <h3 className="mb-1 font-body text-small font-semibold font-stretch-normal">Con el móvil</h3>
          <ol className="list-decimal pl-5 text-muted">
            <li>Instala una app que emita por RTMP, por ejemplo Larix Broadcaster.</li>
            <li>Crea una conexión nueva con la dirección del servidor, una barra «/» y la clave detrás.</li>
            <li>Elige 1280 × 720 a 30 FPS, 3000 kbps y fotograma clave cada 2 s.</li>
            <li>
              Pon el móvil en horizontal, en modo avión con el wifi o los datos encendidos, y enchufado si puede ser.
            </li>
          </ol>
        </section>
      </div>
    </details>
  );
}
