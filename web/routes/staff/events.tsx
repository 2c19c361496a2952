/** /sportevents/manage: the events with inline switches. */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ManagedEvent } from '../../../shared/contract/sport-event.ts';
import { sidesText } from '../../../shared/domain/match.ts';
import { sportName } from '../../../shared/domain/sport-name.ts';
import { StateMark } from '../../features/league/events/event-state.tsx';
import { eventActions } from '../../features/league/events/manage/bulk-actions.tsx';
import { FixturesImport } from '../../features/league/events/manage/fixtures-import.tsx';
import { HideVodsPrompt } from '../../features/league/events/manage/hide-vods.tsx';
import { useManagedEvents } from '../../features/league/events/manage/queries.ts';
import { AddressFilterFields, useAddressFilters } from '../../features/platform/manage/address-filters.tsx';
import { toRowSelection, useSelection } from '../../features/platform/manage/bulk.ts';
import { BulkBar } from '../../features/platform/manage/bulk-bar.tsx';
import { sportTabs, useListFilters } from '../../features/platform/manage/list-filters.ts';
import { EmptyList, ListLoader, NothingFiltered } from '../../features/platform/manage/list-loader.tsx';
import { offerUndo } from '../../features/platform/manage/offer-undo.ts';
import { SavedViews } from '../../features/platform/manage/saved-views.tsx';
import { useManagement } from '../../features/platform/manage/use-management.ts';
import { DeletedItemsButton } from '../../features/recordings/deleted-items/deleted-items-button.tsx';
import { api } from '../../lib/api.ts';
import { formatDateTime } from '../../lib/format.ts';
import { useInlineChange } from '../../lib/inline-change.ts';
import { paths } from '../../lib/paths.ts';
import { StatusPill } from '../../ui/badge.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { ClubChips } from '../../ui/club-chips.tsx';
import { CellLabel, ManageRow, RowTitle } from '../../ui/manage-list.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import type { Choice } from '../../ui/select.tsx';
import { Switch } from '../../ui/switch.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { Thumbnail } from '../../ui/thumbnail.tsx';

type ListedEvent = Omit<ManagedEvent, 'vods'>;

export default function EventsPage() {
  const { staff } = useManagement();
  const filters = useListFilters('events');
  const more = useAddressFilters(eventStates);
  const events = useManagedEvents({ ...filters.query, ...more.query, ...(more.state && stateQueries[more.state]) });
  const selection = useSelection(events.data?.sportEvents ?? []);
  const change = useInlineChange<ListedEvent, { isPublic: boolean } | { visible: boolean }>(
    'managed-events',
    'sportEvents',
    sendChange,
    offerUndo,
  );
  /** The event that was just hidden. */
  const [hidden, setHidden] = useState<string>();
  const queries = useQueryClient();

  async function show(event: ListedEvent, visible: boolean) {
    setHidden(undefined);
    await change(event, { visible });
    await queries.invalidateQueries({ queryKey: ['managed-event'] });
    if (!visible) setHidden(event.id);
  }

  const create = { to: paths.manage.events.create, text: 'Crear Evento' };

  return (
    <>
      <PageHeading title="Gestión de Eventos" create={create}>
        {!staff && (
          <LinkButton kind="secondary" to={paths.manageCompetitions}>
            Competiciones
          </LinkButton>
        )}
        {!staff && <DeletedItemsButton kinds={['events', 'vods']} />}
        <FixturesImport />
      </PageHeading>
      <div className="mb-5 flex flex-wrap items-center gap-3">
        <SearchInput
          label="Buscar por título"
          placeholder="Buscar por título..."
          value={filters.search}
          onSearch={filters.setSearch}
        />
        <Tabs label="Deporte" choices={sportTabs} value={filters.sport} onChange={filters.setSport} />
        <AddressFilterFields filters={more} states={stateChoices} withClubs={!staff} />
        <SavedViews list="events" filters={filters} />
      </div>
      {!staff && (events.data?.sportEvents.length ?? 0) > 0 && (
        <BulkBar
          selection={selection}
          actions={eventActions}
          onChanged={() => queries.invalidateQueries({ queryKey: ['managed-events'] })}
        />
      )}
      <ListLoader
        label="Eventos"
        columns={columns}
        isSelectable={!staff}
        list={events}
        rowsOf={(data) =>
          data.sportEvents.map((event) => (
            <ManageRow
              key={event.id}
              dimmed={!event.visible}
              selection={staff ? undefined : toRowSelection(selection, event)}
            >
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
              <div>
                <StatusPill tone={event.sport === 'SOCCER' ? 'soccer' : 'basket'}>{sportName(event.sport)}</StatusPill>
              </div>
              <ClubChips clubs={event.clubs} shown={2} />
              <Toggle
                label={`${event.title}: público`}
                name="Público"
                checked={event.isPublic}
                onChange={(isPublic) => change(event, { isPublic })}
              />
              <Toggle
                label={`${event.title}: visible`}
                name="Visible"
                checked={event.visible}
                onChange={(visible) => show(event, visible)}
              />
            </ManageRow>
          ))
        }
        pages={{ ...filters, totalPages: events.data?.totalPages }}
        empty={
          more.isFiltered ? (
            <NothingFiltered icon="calendar" title="Ningún evento con estos filtros" />
          ) : (
            <EmptyList icon="calendar" title="No hay eventos disponibles" create={create} />
          )
        }
      />
      {hidden && <HideVodsPrompt key={hidden} id={hidden} onClose={() => setHidden(undefined)} />}
    </>
  );
}

/** Read-only for club staff. */
function Toggle({ name, ...rest }: { name: string } & Parameters<typeof Switch>[0]) {
  const { staff } = useManagement();
  return (
    <span className="inline-flex items-center gap-2">
      <CellLabel>{name}</CellLabel>
      {staff ? <span className="text-small">{rest.checked ? 'Sí' : 'No'}</span> : <Switch {...rest} />}
    </span>
  );
}

type EventFilterState = 'ahead' | 'ended' | 'visible' | 'hidden';
const eventStates: readonly EventFilterState[] = ['ahead', 'ended', 'visible', 'hidden'];

const stateChoices: (Choice & { value: EventFilterState })[] = [
  { value: 'ahead', label: 'Por jugar' },
  { value: 'ended', label: 'Terminados' },
  { value: 'visible', label: 'Visibles' },
  { value: 'hidden', label: 'Ocultos' },
];

const stateQueries = {
  ahead: { time: 'upcoming' },
  ended: { time: 'results' },
  visible: { visible: 'true' },
  hidden: { visible: 'false' },
} as const satisfies Record<EventFilterState, object>;

const columns = [
  { title: 'Evento', width: 'minmax(0, 1fr)' },
  { title: 'Deporte', width: '108px' },
  { title: 'Clubes', width: '212px' },
  { title: 'Público', width: '64px' },
  { title: 'Visible', width: '64px' },
];

const sendChange = (id: string, change: { isPublic: boolean } | { visible: boolean }) =>
  api('PATCH /live/sportevents/{id}', { params: { id }, body: change });
