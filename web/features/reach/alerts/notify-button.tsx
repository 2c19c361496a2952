/** 'Avísame': follows a match, or all matches of a club. It sends visitors to the login. */
import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { mailedKinds } from '../../../../shared/domain/alert-kinds.ts';
import { paths } from '../../../lib/paths.ts';
import { withQuery } from '../../../lib/safe-path.ts';
import { useSession } from '../../../session/session.tsx';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { DeviceSwitch } from './device-switch.tsx';
import { type FollowTopic, useAlerts, useChangeAlerts, useDevice } from './queries.ts';

export interface NotifyProps extends FollowTopic {
  /** Title of the match or club, for the accessible name. */
  title: string;
  /** Asks for an alert about the picture's return. */
  awaitsSignal?: boolean;
}

export function NotifyButton({ title, awaitsSignal = false, ...followed }: NotifyProps) {
  const { isLoggedIn } = useSession();
  const { pathname, search, hash } = useLocation();
  const { data: alerts } = useAlerts();
  const { state } = useDevice(alerts);
  const { mutate: change } = useChangeAlerts();
  const [isConfirming, setConfirming] = useState(false);
  const label = awaitsSignal ? 'Avísame cuando vuelva' : 'Avísame';
  if (!isLoggedIn) {
    return (
      <LinkButton kind="secondary" icon="bell" to={withQuery(paths.login, { redirectTo: pathname + search + hash })}>
        {label}
      </LinkButton>
    );
  }
  const kinds = alerts?.settings.kinds ?? [];
  const isTurnedOff = awaitsSignal && !kinds.includes('SIGNAL');
  const follows = !isTurnedOff && (alerts?.[followed.kind].includes(followed.id) ?? false);
  return (
    <>
      <Button
        kind="secondary"
        aria-pressed={follows}
        aria-label={awaitsSignal ? undefined : `${follows ? 'Te avisamos' : 'Avísame'} de ${title}`}
        disabled={!alerts}
        onClick={() => {
          // A tap here asks for this alert, even if the viewer has turned its kind off before.
          if (isTurnedOff) change({ settings: { kinds: [...kinds, 'SIGNAL'] } });
          change({ ...followed, follows: !follows });
          if (!follows && state !== 'on') setConfirming(true);
        }}
      >
        <Icon name="bell" size={18} filled={follows} />
        {follows ? (awaitsSignal ? 'Te avisamos cuando vuelva' : 'Te avisamos') : label}
      </Button>
      {isConfirming && (
        <Dialog
          title="Te avisaremos"
          onClose={() => setConfirming(false)}
          actions={
            <>
              <LinkButton kind="quiet" to={paths.profilePart('avisos')}>
                Elegir qué avisos
              </LinkButton>
              <Button onClick={() => setConfirming(false)}>Listo</Button>
            </>
          }
        >
          <div className="flex flex-col gap-4">
            <p className="text-muted">
              {alerts?.settings.mail && alerts.settings.kinds.some((kind) => mailedKinds.includes(kind))
                ? 'Por email, o al momento y con los goles si activas las notificaciones.'
                : 'Activa las notificaciones para enterarte al momento.'}
            </p>
            <DeviceSwitch />
          </div>
        </Dialog>
      )}
    </>
  );
}
