/** Chooses an event of a sport, for a camera or video. The list always contains the current choice. */
import { useQuery } from '@tanstack/react-query';
import type { Ref, SelectHTMLAttributes } from 'react';
import { Link } from 'react-router-dom';
import type { Sport } from '../../../../shared/contract/schema.ts';
import { stateNames, takesPlace } from '../../../../shared/domain/event-state.ts';
import { api } from '../../../lib/api.ts';
import { formatKickOff } from '../../../lib/format.ts';
import { Select } from '../../../ui/select.tsx';
import { managedEventQuery } from './managed-event-query.ts';
import { useManagement } from './use-management.ts';

export function EventSelect({
  sport,
  chosenId,
  createPath,
  onCreate,
  placeholder = 'Sin evento',
  ...rest
}: {
  sport: Sport;
  chosenId: string;
  /** Target of the link 'create an event first'. */
  createPath: string;
  /** Called before the link opens, to save a draft. */
  onCreate: () => void;
  placeholder?: string;
  error?: string;
  required?: boolean;
  ref?: Ref<HTMLSelectElement>;
} & Omit<SelectHTMLAttributes<HTMLSelectElement>, 'required'>) {
  const { isClubStaff } = useManagement();
  const events = useQuery({
    queryKey: ['event-choices', isClubStaff, sport],
    queryFn: async ({ signal }) =>
      (await api(isClubStaff ? 'GET /clubStaff/sportevents' : 'GET /live/sportevents', { query: { sport }, signal }))
        .data.sportEvents,
  });
  const chosen = useManagedEventTitle(chosenId);
  const list = events.data ?? [];
  const missing = chosen.data && !list.some((event) => event.id === chosenId) ? [chosen.data] : [];

  return (
    <Select
      label="Evento deportivo"
      placeholder={placeholder}
      choices={[...missing, ...list].map((event) => ({
        value: event.id,
        label: `${event.title} (${takesPlace(event) ? formatKickOff(event.scheduledStartDate) : stateNames[event.state]})`,
      }))}
      hint={
        <>
          ¿No está en la lista?{' '}
          <Link
            to={createPath}
            data-kept
            onClick={onCreate}
            className="font-semibold text-text underline underline-offset-2"
          >
            Crear un evento primero
          </Link>
        </>
      }
      {...rest}
      value={chosenId}
    />
  );
}

/** Reads an event by id. Callers ignore errors, because club staff may not see other clubs' events. */
export function useManagedEventTitle(id: string) {
  const { isClubStaff } = useManagement();
  return useQuery({ ...managedEventQuery(isClubStaff, id), enabled: id !== '' });
}
