/** The account's alert settings: kinds, channels, and followed items. */
import { type AlertKind, alertKinds, alertNames } from '../../../../shared/domain/alert-kinds.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { DeviceSwitch } from './device-switch.tsx';
import { useAlerts, useChangeAlerts } from './queries.ts';

export function AlertSettings() {
  const alerts = useAlerts();
  const { mutate: change } = useChangeAlerts();
  if (!alerts.data) {
    if (alerts.isError) return <LoadFailure error={alerts.error} />;
    return (
      <div className="grid min-h-80 place-items-center">
        <Spinner label="Cargando tus avisos" />
      </div>
    );
  }
  const { settings, events, clubs } = alerts.data;
  const { kinds, mail } = settings;
  const removeKind = (kind: AlertKind) => kinds.filter((one) => one !== kind);
  return (
    <div className="flex flex-col gap-4">
      <p className="text-small text-muted">{describeFollowed(events.length, clubs.length)}</p>
      <fieldset>
        <legend className="text-small font-semibold">Avísame de…</legend>
        {alertKinds.map((kind) => (
          <Checkbox
            key={kind}
            label={kind === 'GOALS' ? `${alertNames[kind]} (solo con notificaciones)` : alertNames[kind]}
            checked={kinds.includes(kind)}
            onChange={({ target }) =>
              change({ settings: { kinds: target.checked ? [...kinds, kind] : removeKind(kind) } })
            }
          />
        ))}
      </fieldset>
      <Checkbox
        label="Por email cuando no pueda ser por notificación"
        checked={mail}
        onChange={({ target }) => change({ settings: { mail: target.checked } })}
      />
      <DeviceSwitch />
    </div>
  );
}

function describeFollowed(events: number, clubs: number): string {
  if (events + clubs === 0) return 'Pulsa «Avísame» en un partido o en un club y te contamos lo que pase.';
  const parts = [
    ...(clubs > 0 ? [clubs === 1 ? '1 club' : `${clubs} clubes`] : []),
    ...(events > 0 ? [events === 1 ? '1 partido' : `${events} partidos`] : []),
  ];
  return `Sigues ${parts.join(' y ')}. Para dejar de seguir, pulsa «Te avisamos» en su página.`;
}
