/** Chooses an event of a sport, for a camera or video. The list always contains the current choice. */
import { useQuery } from '@tanstack/react-query';
import type { Ref, SelectHTMLAttributes } from 'react';
import { Link } from 'react-router-dom';
import type { Sport } from '../../../../shared/contract/schema.ts';
import { stateNames, takesPlace } from '../../../../shared/domain/event-state.ts';
import { api } from '../../../lib/api.ts';
import { formatKickOff } from '../../../lib/format.ts';
import { Select } from '../../../ui/select.tsx';
import { useManagedEvent } from './use-managed-event.ts';
import { useManagement } from './use-management.ts';

type Props = {
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
} & Omit<SelectHTMLAttributes<HTMLSelectElement>, 'required'>;

export function EventSelect({ sport, chosenId, createPath, onCreate, placeholder = 'Sin evento', ...rest }: Props) {
  const { area } = useManagement();
  const events = useQuery({
    queryKey: ['event-choices', area, sport],
    queryFn: async ({ signal }) =>
      (await api(`GET /${area}/sportevents`, { query: { sport }, signal })).data.sportEvents,
  });
  const chosen = useManagedEvent(chosenId);
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
