/** /sportevents/manage: the events with inline switches. */

import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ManagedEvent } from '../../../shared/contract/sport-event.ts';
import { sidesText } from '../../../shared/domain/match.ts';
import { sportName } from '../../../shared/domain/sport-name.ts';
import { StateMark } from '../../features/league/events/event-state.tsx';
import { FixturesImport } from '../../features/league/events/manage/fixtures-import.tsx';
import { HideVodsPrompt } from '../../features/league/events/manage/hide-vods.tsx';
import { countDone } from '../../features/platform/back-office/bulk.ts';
import type { BulkAction } from '../../features/platform/back-office/bulk-bar.tsx';
import { clubsColumn, switchColumn, visibleColumn } from '../../features/platform/back-office/columns.tsx';
import { useInlineChange } from '../../features/platform/back-office/inline-change.ts';
import { ManagedList } from '../../features/platform/back-office/managed-list.tsx';
import { useManagement } from '../../features/platform/back-office/use-management.ts';
import {
  createDeleteAction,
  listVisibilityActions,
  recoverItem,
} from '../../features/platform/back-office/visibility-actions.ts';
import { DeletedItemsButton } from '../../features/recordings/deleted-items/deleted-items-button.tsx';
import { api } from '../../lib/api.ts';
import { formatDateTime } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { readAgain } from '../../lib/query-keys.ts';
import { StatusPill } from '../../ui/badge.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { type Column, RowTitle } from '../../ui/manage-list.tsx';
import { Thumbnail } from '../../ui/thumbnail.tsx';

type ListedEvent = Omit<ManagedEvent, 'vods'>;

export default function EventsPage() {
  const { isClubStaff, area } = useManagement();
  const queries = useQueryClient();
  const change = useInlineChange<ListedEvent, Change>('managed-events', sendChange);
  const [hidden, setHidden] = useState<string>();

  async function show(event: ListedEvent, { visible }: { visible: boolean }) {
    setHidden(undefined);
    await change(event, { visible });
    await readAgain(queries, ['managed-event']);
    if (!visible) setHidden(event.id);
  }

  const columns: Column<ListedEvent>[] = [
    { title: 'Evento', cell: (event) => <EventTitle event={event} /> },
    {
      title: 'Deporte',
      width: '108px',
      cell: ({ sport }) => (
        <div>
          <StatusPill tone={sport === 'SOCCER' ? 'soccer' : 'basket'}>{sportName(sport)}</StatusPill>
        </div>
      ),
    },
    clubsColumn('212px', 2),
    switchColumn({
      title: 'Público',
      width: '64px',
      label: ({ title }) => `${title}: público`,
      isOn: ({ isPublic }) => isPublic,
      readOnly: isClubStaff,
      onChange: (event, isPublic) => change(event, { isPublic }),
    }),
    visibleColumn(show, { width: '64px', readOnly: isClubStaff }),
  ];
  return (
    <>
      <ManagedList
        name="events"
        listKey="managed-events"
        title="Gestión de Eventos"
        label="Eventos"
        icon="calendar"
        create={{ to: paths.manage.events.create, text: 'Crear Evento' }}
        buttons={
          <>
            {!isClubStaff && (
              <LinkButton kind="secondary" to={paths.manageCompetitions}>
                Competiciones
              </LinkButton>
            )}
            {!isClubStaff && <DeletedItemsButton kinds={['events', 'vods']} />}
            <FixturesImport />
          </>
        }
        search={{ label: 'Buscar por título' }}
        hasSports
        filters={{ states, hasDate: true, hasClubs: !isClubStaff }}
        read={async ({ state, ...query }, signal) => {
          const { data } = await api(`GET /${area}/sportevents`, {
            // The default order begins with upcoming events, the nearest first.
            query: { time: 'fromToday', ...query, ...(state && stateQueries[state]) },
            signal,
          });
          return { rows: data.sportEvents, totalPages: data.totalPages };
        }}
        actions={isClubStaff ? undefined : eventActions}
        texts={{ empty: 'No hay eventos disponibles', filtered: 'Ningún evento con estos filtros' }}
        isDimmed={({ visible }) => !visible}
        columns={columns}
      />
      {hidden && <HideVodsPrompt key={hidden} id={hidden} onClose={() => setHidden(undefined)} />}
    </>
  );
}

function EventTitle({ event }: { event: ListedEvent }) {
  return (
    <RowTitle
      to={paths.manage.events.edit(event.id)}
      title={event.title}
      picture={<Thumbnail src={event.thumbnail} kind={event.sport} className="rounded-sm!" />}
    >
      <span className="flex flex-wrap items-center gap-2">
        <span className="tabular-nums">{formatDateTime(event.scheduledStartDate)}</span>
        <StateMark event={event} />
        {sidesText(event)}
      </span>
    </RowTitle>
  );
}

const states = [
  { value: 'ahead', label: 'Por jugar' },
  { value: 'ended', label: 'Terminados' },
  { value: 'visible', label: 'Visibles' },
  { value: 'hidden', label: 'Ocultos' },
] as const;

const stateQueries = {
  ahead: { time: 'upcoming' },
  ended: { time: 'results' },
  visible: { visible: 'true' },
  hidden: { visible: 'false' },
} as const;

type Change = { isPublic: boolean } | { visible: boolean; version?: number | undefined };

const sendChange = (id: string, change: Change) =>
  api('PATCH /live/sportevents/{id}', { params: { id }, body: change });

/** Bulk actions of admins. A deletion asks first, because followers receive a message about it. */
const eventActions: readonly BulkAction<ListedEvent>[] = [
  ...listVisibilityActions<ListedEvent>(sendChange, {
    shown: countDone('evento visible', 'eventos visibles'),
    hidden: countDone('evento oculto', 'eventos ocultos'),
  }),
  createDeleteAction((id) => api('DELETE /live/sportevents/{id}', { params: { id } }), ['evento', 'eventos'], {
    undo: (event) => recoverItem('sportevents', event),
    warning: () => 'Sus videos se conservan. Durante 14 días puedes recuperarlo todo en «Eliminados».',
  }),
];
