/** Subscription to the matches of the user's clubs by a secret address, which the user can renew and revoke. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, toApiAddress } from '../../../lib/api.ts';
import { formatLongDate } from '../../../lib/format.ts';
import { paths } from '../../../lib/paths.ts';
import { useSession } from '../../../session/session.tsx';
import { Button, chooseButtonLook } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { CopyField } from '../../../ui/copy-field.tsx';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { TextLink } from '../../../ui/text-link.tsx';
import { readMessage, useAct } from '../../../ui/use-act.ts';

export function OwnCalendar() {
  const { user } = useSession();
  const link = useQuery({
    queryKey: ['own-calendar', user?.id],
    queryFn: async ({ signal }) => (await api('GET /users/me/calendar', { signal })).data.calendar,
  });
  /** The address just created, which cannot be read again later. */
  const [address, setAddress] = useState<URL>();
  const [asking, setAsking] = useState<'renew' | 'end'>();
  const stale = ['own-calendar'] as const;
  const renew = useAct({
    send: () => api('POST /users/me/calendar'),
    stale,
    onDone: ({ data: { token } }) =>
      setAddress(new URL(toApiAddress('/calendars/mine/{token}', { token }), location.href)),
  });
  const end = useAct({
    send: () => api('DELETE /users/me/calendar'),
    success: readMessage,
    stale,
    onDone: () => setAddress(undefined),
  });

  if (link.isLoadingError) return <LoadFailure error={link.error} />;
  return (
    <div className="flex flex-col gap-4">
      <p className="text-muted">
        Los partidos de <TextLink to={paths.myTeam}>tus clubes</TextLink> aparecerán en el calendario de tu móvil. Si
        uno cambia de día o se cancela, o si eliges otros clubes, se corrige solo.
      </p>
      {address && (
        <>
          <CopyField
            label="Dirección de tu calendario"
            value={address.href}
            hint="Es solo para ti, y no la volveremos a mostrar. En Google Calendar: Otros calendarios → Desde URL."
          />
          <a
            href={`webcal://${address.host}${address.pathname}`}
            className={`${chooseButtonLook('primary', 'medium')} self-start`}
          >
            Abrir en mi calendario
          </a>
        </>
      )}
      {link.data ? (
        <div className="flex flex-wrap items-center gap-3">
          <p className="mr-auto text-small text-muted">Activo desde el {formatLongDate(link.data.since)}</p>
          <Button kind="secondary" onClick={() => setAsking('renew')}>
            Renovar la dirección
          </Button>
          <Button kind="quiet" onClick={() => setAsking('end')}>
            Desactivar
          </Button>
        </div>
      ) : (
        <Button
          kind="secondary"
          icon="calendar"
          className="self-start"
          busy={renew.isPending}
          disabled={link.isPending}
          onClick={() => renew.mutate()}
        >
          Suscribirse a mis clubes
        </Button>
      )}
      {asking && (
        <ConfirmDialog
          title={asking === 'renew' ? '¿Renovar la dirección?' : '¿Desactivar tu calendario?'}
          confirm={asking === 'renew' ? 'Renovar' : 'Desactivar'}
          busy={renew.isPending || end.isPending}
          onCancel={() => setAsking(undefined)}
          onConfirm={() =>
            (asking === 'renew' ? renew : end).mutate(undefined, { onSettled: () => setAsking(undefined) })
          }
        >
          {asking === 'renew'
            ? 'La de ahora dejará de funcionar: tendrás que suscribirte de nuevo en cada dispositivo.'
            : 'Los partidos dejarán de actualizarse en los calendarios que la tengan.'}
        </ConfirmDialog>
      )}
    </div>
  );
}
