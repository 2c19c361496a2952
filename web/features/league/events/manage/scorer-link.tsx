/**
 * 'Enlace de anotador', by which anybody keeps this match's score without an account. Shown once, as a QR code and for
 * sharing.
 */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { api, errorText } from '../../../../lib/api.ts';
import { formatKickOff } from '../../../../lib/format.ts';
import { paths } from '../../../../lib/paths.ts';
import { Button } from '../../../../ui/button.tsx';
import { CopyField } from '../../../../ui/copy-field.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { FailureText } from '../../../../ui/failure-text.tsx';
import { toast } from '../../../../ui/toaster.tsx';

const QrCode = lazy(async () => ({ default: (await import('../../../../ui/qr-code.tsx')).QrCode }));

export function ScorerLink({ eventId, title, size }: { eventId: string; title: string; size?: 'small' }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button kind="secondary" size={size} onClick={() => setOpen(true)}>
        Enlace de anotador
      </Button>
      {isOpen && <LinkDialog eventId={eventId} title={title} onClose={() => setOpen(false)} />}
    </>
  );
}

function LinkDialog({ eventId, title, onClose }: { eventId: string; title: string; onClose: () => void }) {
  const queries = useQueryClient();
  const queryKey = ['scorer-link', eventId] as const;
  const params = { id: eventId };
  const [busy, setBusy] = useState(false);
  const [token, setToken] = useState<string>();
  const { data, error } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await api('GET /sportevents/{id}/scorer-link', { params, signal })).data,
  });

  async function runChange(work: () => Promise<unknown>) {
    setBusy(true);
    try {
      await work();
    } catch (failure) {
      toast.error(errorText(failure));
    } finally {
      setBusy(false);
      await queries.invalidateQueries({ queryKey });
    }
  }
  const createLink = () =>
    runChange(async () => setToken((await api('POST /sportevents/{id}/scorer-link', { params })).data.token));
  const revokeLink = () =>
    runChange(async () => {
      await api('DELETE /sportevents/{id}/scorer-link', { params });
      setToken(undefined);
    });

  const link = data?.link;
  return (
    <Dialog
      title="Enlace de anotador"
      onClose={onClose}
      actions={
        <>
          {link && (
            <Button kind="danger" disabled={busy} onClick={revokeLink}>
              Anular enlace
            </Button>
          )}
          {data && !token && (
            <Button disabled={busy} onClick={createLink}>
              {link ? 'Crear otro' : 'Crear enlace'}
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <p>Quien lo tenga puede llevar la mesa de este partido desde su móvil, sin cuenta. No da acceso a nada más.</p>
        {error && (
          <p className="text-danger">
            <FailureText text={errorText(error)} />
          </p>
        )}
        {link && (
          <p className="text-small">
            Vale desde {formatKickOff(link.validFrom)} hasta {formatKickOff(link.validUntil)}. Si el partido cambia de
            hora, el enlace también.
          </p>
        )}
        {link && !token && (
          <p className="text-small">
            Ya hay un enlace, y solo se muestra al crearlo. Si creas otro, este deja de valer.
          </p>
        )}
        {link && token && <NewLink address={`${location.origin}${paths.scorer(eventId)}#${token}`} title={title} />}
      </div>
    </Dialog>
  );
}

function NewLink({ address, title }: { address: string; title: string }) {
  return (
    <>
      <div className="mx-auto aspect-square w-56 bg-raised">
        <Suspense>
          <QrCode text={address} label="Código QR del enlace de anotador" />
        </Suspense>
      </div>
      <CopyField label="Enlace" value={address} />
      {'share' in navigator && (
        // Closing the share sheet rejects the promise.
        <Button
          kind="secondary"
          onClick={() => navigator.share({ title: `Mesa: ${title}`, url: address }).catch(() => undefined)}
        >
          Enviar
        </Button>
      )}
    </>
  );
}
