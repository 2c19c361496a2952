/** Follows and alert settings, with optimistic updates that a failure rolls back. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { AlertSettings } from '../../../../shared/contract/alerts.ts';
import type { Followable } from '../../../../shared/domain/alert-kinds.ts';
import { type Answer, api, errorText } from '../../../lib/api.ts';
import { useSession } from '../../../session/session.tsx';
import { toast } from '../../../ui/toaster.tsx';
import { type DeviceState, getDeviceState, turnOff, turnOn } from './device.ts';

type Alerts = Answer<'GET /users/me/alerts'>['data'];

const alertsKey = ['alerts'];

export function useAlerts() {
  const { isLoggedIn } = useSession();
  return useQuery({
    queryKey: alertsKey,
    enabled: isLoggedIn,
    queryFn: async ({ signal }) => (await api('GET /users/me/alerts', { signal })).data,
  });
}

export interface Followed {
  kind: Followable;
  id: string;
}

export function useFollow({ kind, id }: Followed) {
  return useChange<boolean>(
    (follows) => {
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
    },
    (alerts, follows) => {
      const others = alerts[kind].filter((one) => one !== id);
      return { ...alerts, [kind]: follows ? [...others, id] : others };
    },
  );
}

export const useAlertSettings = () =>
  useChange<Partial<AlertSettings>>(
    (body) => api('PATCH /users/me/alerts', { body }),
    (alerts, change) => ({ ...alerts, settings: { ...alerts.settings, ...change } }),
  );

function useChange<Change>(
  send: (change: Change) => Promise<unknown>,
  apply: (alerts: Alerts, change: Change) => Alerts,
) {
  const queries = useQueryClient();
  return useMutation({
    // Changes run one after the other, so that the last one wins.
    scope: { id: 'alerts' },
    mutationKey: alertsKey,
    mutationFn: send,
    onMutate: async (change) => {
      await queries.cancelQueries({ queryKey: alertsKey });
      queries.setQueryData<Alerts>(alertsKey, (alerts) => alerts && apply(alerts, change));
    },
    onError: (error) => {
      toast.error(errorText(error));
    },
    onSettled: () =>
      queries.isMutating({ mutationKey: alertsKey }) > 1
        ? undefined
        : queries.invalidateQueries({ queryKey: alertsKey }),
  });
}

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
      await queries.invalidateQueries({ queryKey: ['alert-device'] });
    },
  });
  return { state: state.data, change };
}
