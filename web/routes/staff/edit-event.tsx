/** /sportevents/manage/{id}: edits an event with its clubs and picture, lists its videos, deletes it. */

import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import type { ManagedEvent } from '../../../shared/contract/sport-event.ts';
import { formatPrice } from '../../../shared/domain/price-text.ts';
import { MatchFeeds } from '../../features/broadcast/ingest/feed-choice.tsx';
import { DeleteEvent } from '../../features/league/events/manage/delete-event.tsx';
import { EventFields, isComplete, toEventBody, toEventForm } from '../../features/league/events/manage/event-form.tsx';
import { HideVods, HideVodsNow, hasVisibleVods } from '../../features/league/events/manage/hide-vods.tsx';
import { CameraLink, ScorerLink } from '../../features/league/events/manage/match-link.tsx';
import { useMatchAudience } from '../../features/league/events/manage/queries.ts';
import { setClubs } from '../../features/platform/back-office/item-clubs.ts';
import { ItemLoader } from '../../features/platform/back-office/item-loader.tsx';
import { PictureUpload } from '../../features/platform/back-office/picture-upload.tsx';
import { useEdit } from '../../features/platform/back-office/use-edit.ts';
import { useManagedEvent } from '../../features/platform/back-office/use-managed-event.ts';
import { useManagement } from '../../features/platform/back-office/use-management.ts';
import { EmbedCode } from '../../features/reach/embeds/embed-code.tsx';
import { LastChange } from '../../features/trust/audit/last-change.tsx';
import { EventRights } from '../../features/trust/rights/event-rights.tsx';
import { api } from '../../lib/api.ts';
import { formatCount } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { readAgain } from '../../lib/query-keys.ts';
import { BackOfficeHeading } from '../../ui/back-office-heading.tsx';
import { StatusPill } from '../../ui/badge.tsx';
import { chooseButtonLook, LinkButton } from '../../ui/button.tsx';
import { FormLayout, Panel } from '../../ui/form-layout.tsx';
import { Icon } from '../../ui/icon.tsx';
import { MediaStatusPill } from '../../ui/media-thumbnail.tsx';

export default function EditEventPage() {
  const { id = '' } = useParams();
  return (
    <ItemLoader
      query={useManagedEvent(id)}
      missing="Evento no encontrado"
      foreign={{ title: 'Este evento es de otro club', watch: paths.event(id) }}
      list={{ to: paths.manage.events.list, text: 'Ver los eventos' }}
    >
      {(item, reload) => <EditEvent event={item} reload={reload} />}
    </ItemLoader>
  );
}

function EditEvent({ event, reload }: { event: ManagedEvent; reload: () => Promise<ManagedEvent | undefined> }) {
  const { isClubStaff, area } = useManagement();
  const queries = useQueryClient();
  const [hidesVods, setHidesVods] = useState(true);
  const { form, isDirty, layout } = useEdit({
    item: event,
    reload,
    toForm: toEventForm,
    toBody: toEventBody,
    send: async ({ clubIds, ...changes }, version) => {
      // Clubs come first, because a side must be one of them. Each change increments the version.
      if (clubIds) await setClubs(`PUT /${area}/sportevents/{id}/clubs`, event.id, clubIds, version);
      if (Object.keys(changes).length === 0) return;
      const hideVods = changes.visible === false && hasVisibleVods(event) && hidesVods && !isClubStaff;
      const body = { ...changes, ...(hideVods && { hideVods }), version: version + Number(clubIds !== undefined) };
      await api(`PATCH /${area}/sportevents/{id}`, { params: { id: event.id }, body });
      if (hideVods) void readAgain(queries, ['managed-vods', 'managed-vod']);
    },
    staleKeys: ['managed-events'],
    success: 'Evento actualizado correctamente',
    failure: 'Error al actualizar el evento',
  });
  const values = form.watch();
  const asksForVods = event.visible && !values.visible && hasVisibleVods(event);

  return (
    <>
      <BackOfficeHeading title="Editar evento">
        <a className={chooseButtonLook('secondary', 'medium')} href={paths.scorer(event.id)}>
          Mesa
        </a>
        <ScorerLink eventId={event.id} title={event.title} />
        <a className={chooseButtonLook('secondary', 'medium')} href={paths.phone(event.id)}>
          Emite desde aquí
        </a>
        <CameraLink eventId={event.id} title={event.title} />
        <LinkButton to={paths.eventQuality(event.id)} kind="secondary" icon="chart">
          Calidad
        </LinkButton>
        <LinkButton to={paths.event(event.id)} kind="secondary" icon="external">
          Ver en la web
        </LinkButton>
      </BackOfficeHeading>
      <FormLayout
        {...layout}
        submitText="Guardar cambios"
        ready={isDirty && isComplete(values)}
        aside={
          <>
            <MatchFeeds eventId={event.id} />
            <PictureUpload
              current={event.thumbnail}
              kind={event.sport}
              send={`POST /${area}/sportevents/{id}/thumbnail`}
              id={event.id}
              part="thumbFile"
              staleKeys={['managed-events', 'managed-event']}
              network="Error de conexión al subir la miniatura"
            />
            {event.audience !== 'FAMILIES' && <EventRights id={event.id} />}
            {event.visible && event.audience !== 'FAMILIES' && (
              <Panel title="En la web del club">
                <EmbedCode embed={{ kind: 'event', id: event.id }} title={event.title} label="Código del partido" />
              </Panel>
            )}
          </>
        }
        below={
          <>
            <LinkedVods event={event} />
            <DeleteEvent event={event} />
          </>
        }
      >
        <EventFields form={form} />
        {values.state === 'CANCELLED' && event.state !== 'CANCELLED' && (
          <BuyersNotice eventId={event.id} change="cancel" />
        )}
        {values.isPublic && !event.isPublic && <BuyersNotice eventId={event.id} change="open" />}
        {asksForVods && <HideVods event={event} checked={hidesVods} onChange={setHidesVods} />}
      </FormLayout>
      <LastChange kind="events" id={event.id} version={event.version} />
    </>
  );
}

function LinkedVods({ event }: { event: ManagedEvent }) {
  return (
    <Panel title="Videos del evento">
      {!event.visible && hasVisibleVods(event) && <HideVodsNow event={event} />}
      {event.vods.length === 0 && <p className="text-small text-muted">Este evento todavía no tiene videos.</p>}
      <ul className="divide-y divide-line">
        {event.vods.map((vod) => (
          <li key={vod.id} className="flex items-center gap-3 py-1.5">
            <Link
              to={paths.manage.vods.edit(vod.id)}
              className="mr-auto flex min-h-11 min-w-0 items-center gap-2 font-medium underline-offset-4 hover:underline"
            >
              <Icon name="edit" size={18} />
              <span className="truncate">{vod.title}</span>
            </Link>
            {!vod.visible && <StatusPill>Oculto</StatusPill>}
            <MediaStatusPill status={vod.status} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

const consequences = {
  cancel:
    'Una hora después de cancelarlo les devolvemos el dinero y se lo decimos por email. Si se va a jugar otro día, ponlo como aplazado: su compra sigue valiendo.',
  open: 'Si lo abres a todo el mundo, a ellas no se les devuelve nada.',
};

/** Says what a change means for those who have paid for a match, before staff save it. */
function BuyersNotice({ eventId, change }: { eventId: string; change: keyof typeof consequences }) {
  const { data } = useMatchAudience(eventId);
  if (!data?.buyers) return null;
  const { buyers, amount } = data;
  const people = buyers === 1 ? 'Una persona lo ha pagado' : `${formatCount(buyers)} personas lo han pagado`;
  return (
    <p role="status" className="text-small font-semibold text-danger">
      {`${people} (${formatPrice(amount / 100)}). ${consequences[change]}`}
    </p>
  );
}
