/**
 * Links by which anybody helps at one match without an account: 'Enlace de anotador' keeps its score, 'Enlace de cámara'
 * broadcasts it from a phone. Each is shown once, as a QR code and for sharing.
 */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, errorText } from '../../../../lib/api.ts';
import { formatKickOff } from '../../../../lib/format.ts';
import { lazyPart } from '../../../../lib/lazy-part.tsx';
import { paths } from '../../../../lib/paths.ts';
import { Button } from '../../../../ui/button.tsx';
import { CopyField } from '../../../../ui/copy-field.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { FailureText } from '../../../../ui/failure-text.tsx';
import { useAct } from '../../../../ui/use-act.ts';

const QrCode = lazyPart(async () => (await import('../../../../ui/qr-code.tsx')).QrCode);

interface MatchLinkKind {
  name: string;
  text: string;
  /** Title of what is shared, before the match's. */
  shared: string;
  getPath: (eventId: string) => string;
  read: (id: string, signal: AbortSignal) => Promise<{ link: { validFrom: string; validUntil: string } | null }>;
  create: (id: string) => Promise<{ token: string }>;
  revoke: (id: string) => Promise<unknown>;
}

const scorerLink: MatchLinkKind = {
  name: 'Enlace de anotador',
  text: 'Quien lo tenga puede llevar la mesa de este partido desde su móvil, sin cuenta. No da acceso a nada más.',
  shared: 'Mesa',
  getPath: paths.scorer,
  read: async (id, signal) => (await api('GET /sportevents/{id}/scorer-link', { params: { id }, signal })).data,
  create: async (id) => (await api('POST /sportevents/{id}/scorer-link', { params: { id } })).data,
  revoke: (id) => api('DELETE /sportevents/{id}/scorer-link', { params: { id } }),
};

const cameraLink: MatchLinkKind = {
  name: 'Enlace de cámara',
  text: 'Quien lo tenga puede emitir este partido desde el navegador de su móvil, sin cuenta ni aplicación. No da acceso a nada más.',
  shared: 'Emite desde aquí',
  getPath: paths.phone,
  read: async (id, signal) => (await api('GET /sportevents/{id}/camera-link', { params: { id }, signal })).data,
  create: async (id) => (await api('POST /sportevents/{id}/camera-link', { params: { id } })).data,
  revoke: (id) => api('DELETE /sportevents/{id}/camera-link', { params: { id } }),
};

interface LinkProps {
  eventId: string;
  title: string;
  size?: 'small';
}

export const ScorerLink = (props: LinkProps) => <MatchLink kind={scorerLink} {...props} />;

export const CameraLink = (props: LinkProps) => <MatchLink kind={cameraLink} {...props} />;

function MatchLink({ kind, eventId, title, size }: LinkProps & { kind: MatchLinkKind }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button kind="secondary" size={size} onClick={() => setOpen(true)}>
        {kind.name}
      </Button>
      {isOpen && <LinkDialog kind={kind} eventId={eventId} title={title} onClose={() => setOpen(false)} />}
    </>
  );
}

function LinkDialog({ kind, eventId, title, onClose }: LinkProps & { kind: MatchLinkKind; onClose: () => void }) {
  const [token, setToken] = useState<string>();
  const { data, error } = useQuery({
    queryKey: ['match-link', kind.name, eventId],
    queryFn: ({ signal }) => kind.read(eventId, signal),
  });

  const stale = ['match-link'] as const;
  const creating = useAct({ send: () => kind.create(eventId), stale, onDone: (created) => setToken(created.token) });
  const revoking = useAct({ send: () => kind.revoke(eventId), stale, onDone: () => setToken(undefined) });
  const busy = creating.isPending || revoking.isPending;

  const link = data?.link;
  return (
    <Dialog
      title={kind.name}
      onClose={onClose}
      actions={
        <>
          {link && (
            <Button kind="danger" disabled={busy} onClick={() => revoking.mutate()}>
              Anular enlace
            </Button>
          )}
          {data && !token && (
            <Button disabled={busy} onClick={() => creating.mutate()}>
              {link ? 'Crear otro' : 'Crear enlace'}
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <p>{kind.text}</p>
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
        {link && token && (
          <NewLink kind={kind} address={`${location.origin}${kind.getPath(eventId)}#${token}`} title={title} />
        )}
      </div>
    </Dialog>
  );
}

function NewLink({ kind, address, title }: { kind: MatchLinkKind; address: string; title: string }) {
  return (
    <>
      <div className="mx-auto aspect-square w-56 bg-raised">
        <QrCode text={address} label={`Código QR: ${kind.name}`} />
      </div>
      <CopyField label="Enlace" value={address} />
      {'share' in navigator && (
        // Closing the share sheet rejects the promise.
        <Button
          kind="secondary"
          onClick={() => navigator.share({ title: `${kind.shared}: ${title}`, url: address }).catch(() => undefined)}
        >
          Enviar
        </Button>
      )}
    </>
  );
}
