/** Follows and alert settings. */

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { AlertSettings } from '../../../../shared/contract/alerts.ts';
import type { Followable } from '../../../../shared/domain/alert-kinds.ts';
import { type Answer, api, errorText } from '../../../lib/api.ts';
import { readAgain } from '../../../lib/query-keys.ts';
import { type Changes, useChange, useWithChanges } from '../../../lib/use-change.ts';
import { useSession } from '../../../session/session.tsx';
import { toast } from '../../../ui/toaster.tsx';
import { type DeviceState, getDeviceState, turnOff, turnOn } from './device.ts';

type Alerts = Answer<'GET /users/me/alerts'>['data'];

const alertsKey = ['alerts'] as const;

export function useAlerts() {
  const { isLoggedIn } = useSession();
  const alerts = useQuery({
    queryKey: alertsKey,
    enabled: isLoggedIn,
    queryFn: async ({ signal }) => (await api('GET /users/me/alerts', { signal })).data,
  });
  return { ...alerts, data: useWithChanges(alertChanges, alerts.data) };
}

export interface FollowTopic {
  kind: Followable;
  id: string;
}

type AlertChange = (FollowTopic & { follows: boolean }) | { settings: Partial<AlertSettings> };

const alertChanges: Changes<Alerts, AlertChange> = {
  queryKey: alertsKey,
  apply: (alerts, change) => {
    if ('settings' in change) return { ...alerts, settings: { ...alerts.settings, ...change.settings } };
    const { kind, id, follows } = change;
    const others = alerts[kind].filter((one) => one !== id);
    return { ...alerts, [kind]: follows ? [...others, id] : others };
  },
};

function sendChange(change: AlertChange): Promise<unknown> {
  if ('settings' in change) return api('PATCH /users/me/alerts', { body: change.settings });
  const { kind, id, follows } = change;
  if (kind === 'events') {
    const options = { params: { id } };
    return follows
      ? api('PUT /users/me/alerts/sportevents/{id}', options)
      : api('DELETE /users/me/alerts/sportevents/{id}', options);
  }
  const options = { params: { clubId: id } };
  return follows
    ? api('PUT /users/me/alerts/clubs/{clubId}', options)
    : api('DELETE /users/me/alerts/clubs/{clubId}', options);
}

export const useChangeAlerts = () =>
  useChange(alertChanges, sendChange, {
    onError: (error) => {
      toast.error(errorText(error));
    },
  });

/** Push alerts of this browser; `state` is undefined until it is known. */
export function useDevice(alerts: Alerts | undefined) {
  const queries = useQueryClient();
  const state = useQuery({
    queryKey: ['alert-device', alerts?.devices],
    enabled: alerts !== undefined,
    queryFn: () => getDeviceState(alerts?.devices ?? []),
    staleTime: 0,
  });
  const change = useMutation({
    mutationFn: async (on: boolean): Promise<DeviceState> => {
      if (on) return turnOn(alerts?.pushKey ?? '');
      await turnOff();
      return 'off';
    },
    onError: (error) => {
      toast.error(errorText(error, 'Este navegador no ha podido activar los avisos. Inténtalo más tarde.'));
    },
    onSettled: async () => {
      await queries.invalidateQueries({ queryKey: alertsKey });
      await readAgain(queries, ['alert-device']);
    },
  });
  return { state: state.data, change };
}
