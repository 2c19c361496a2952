import { useState } from 'react';
import { toApiAddress } from '../../../lib/api.ts';
import { paths } from '../../../lib/paths.ts';
import { useSession } from '../../../session/session.tsx';
import { Button, chooseButtonLook } from '../../../ui/button.tsx';
import { CopyField } from '../../../ui/copy-field.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { TextLink } from '../../../ui/text-link.tsx';

/** The match as a calendar file, which phones open in their calendar and other devices download. */
export function AddToCalendar({ eventId }: { eventId: string }) {
  return (
    <a
      href={toApiAddress('/sportevents/{id}/calendar', { id: eventId })}
      className={chooseButtonLook('secondary', 'medium')}
    >
      <Icon name="calendar" size={18} />
      Añadir a mi calendario
    </a>
  );
}

/** `path` is an API path. `matches` completes 'Los partidos …', as in 'de tu club'. */
export function SubscribeToCalendar({ path, matches }: { path: string; matches: string }) {
  const { isLoggedIn } = useSession();
  const [isOpen, setOpen] = useState(false);
  const address = new URL(toApiAddress(path), location.href);
  return (
    <>
      <Button kind="secondary" icon="calendar" onClick={() => setOpen(true)}>
        Añadir a mi calendario
      </Button>
      {isOpen && (
        <Dialog
          title="Añadir a mi calendario"
          onClose={() => setOpen(false)}
          actions={
            <a href={`webcal://${address.host}${address.pathname}`} className={chooseButtonLook('primary', 'medium')}>
              Abrir en mi calendario
            </a>
          }
        >
          <div className="flex flex-col gap-4">
            <p className="text-muted">
              Los partidos {matches} aparecerán en el calendario de tu móvil, y si uno cambia de día o se cancela, se
              corrige solo.
            </p>
            <CopyField
              label="Dirección del calendario"
              value={address.href}
              hint="En Google Calendar: Otros calendarios → Desde URL."
            />
            {isLoggedIn && (
              <p className="text-small">
                ¿Solo tus clubes? <TextLink to={paths.profilePart('calendario')}>Suscribirse a mis clubes</TextLink>
              </p>
            )}
          </div>
        </Dialog>
      )}
    </>
  );
}
