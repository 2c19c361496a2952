/** Asks before a camera is closed to everybody, with the number of people who watch it. */
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { formatCount } from '../../../lib/format.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';

export function EndAirtime({ slug, onEnd, onCancel }: { slug: string; onEnd: () => void; onCancel: () => void }) {
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
