/** Turns this browser's push notifications on or off, or explains why it cannot. */
import { Button } from '../../../ui/button.tsx';
import type { DeviceState } from './device.ts';
import { useAlerts, useDevice } from './queries.ts';

export function DeviceSwitch() {
  const { state, change } = useDevice(useAlerts().data);
  if (!state) return <p className="min-h-11 text-small text-muted">Mirando este navegador…</p>;
  if (state !== 'on' && state !== 'off') return <p className="text-small text-muted">{texts[state]}</p>;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <p role="status" className="mr-auto text-small text-muted">
        {texts[state]}
      </p>
      <Button kind="secondary" icon="bell" busy={change.isPending} onClick={() => change.mutate(state === 'off')}>
        {state === 'off' ? 'Activar en este dispositivo' : 'Desactivar aquí'}
      </Button>
    </div>
  );
}

const texts: Record<DeviceState, string> = {
  on: 'Te avisamos en este dispositivo.',
  off: 'En este dispositivo todavía no te llegan notificaciones.',
  denied:
    'Has bloqueado las notificaciones de esta web. Para recibirlas, permítelas en los ajustes del navegador (el candado junto a la dirección) y vuelve a cargar la página.',
  install:
    'En el iPhone y el iPad las notificaciones llegan a las apps de la pantalla de inicio: pulsa Compartir, elige «Añadir a pantalla de inicio», abre Cantera TV desde allí y vuelve a pulsar «Avísame».',
  none: 'Este navegador no tiene notificaciones: te avisamos por email.',
};
