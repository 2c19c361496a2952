/** /sportevents/create: creates an event, and returns to the page that asked for it, with the event selected. */
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { Sport } from '../../../shared/contract/schema.ts';
import { isBlank } from '../../../shared/domain/visible-text.ts';
import {
  EventFields,
  emptyEvent,
  isComplete,
  toEventBody,
  toNewEvent,
} from '../../features/league/events/manage/event-form.tsx';
import type { EventForm } from '../../features/league/events/manage/event-form-values.ts';
import { toPictureForm } from '../../features/platform/back-office/picture-upload.tsx';
import { useCreate } from '../../features/platform/back-office/use-create.ts';
import { useManagement, usePresetClub } from '../../features/platform/back-office/use-management.ts';
import { api } from '../../lib/api.ts';
import { paths } from '../../lib/paths.ts';
import { withQuery } from '../../lib/safe-path.ts';
import { useStored } from '../../lib/use-stored.ts';
import { BackOfficeHeading } from '../../ui/back-office-heading.tsx';
import { FormLayout } from '../../ui/form-layout.tsx';
import { PictureField } from '../../ui/picture-field.tsx';

export default function CreateEventPage() {
  const { isClubStaff, area } = useManagement();
  const [query] = useSearchParams();
  const [picture, setPicture] = useState<File>();
  // Soccer, until the browser's last new event is of another sport.
  const [sport, storeSport] = useStored<Sport>('event-sport', 'SOCCER', isSport);
  const { form, layout } = useCreate<EventForm>({
    empty: { ...emptyEvent, sport, ...toDates(query.get('date')) },
    isComplete,
    hasFile: picture !== undefined,
    send: async (filled) => {
      const { data } = await api(`POST /${area}/sportevents`, {
        body: { ...toNewEvent(toEventBody(filled)), isPublic: isClubStaff ? false : filled.isPublic },
      });
      // The event exists already, so a failed upload of the picture is only logged.
      if (picture) {
        await api(`POST /${area}/sportevents/{id}/thumbnail`, {
          params: { id: data.id },
          form: toPictureForm('thumbFile', picture),
        }).catch((error: unknown) => console.warn('Uploading the picture of the new event failed', error));
      }
      storeSport(filled.sport);
      return returnPath(query, data.id, filled.sport);
    },
    staleKeys: ['managed-events', 'event-choices'],
    success: 'Evento creado correctamente',
    failure: 'Error al crear el evento',
  });
  usePresetClub(form);
  const { title, start, end } = form.watch();
  const lacksTitle = start !== '' && end !== '' && isBlank(title);

  return (
    <>
      <BackOfficeHeading title="Crear Evento" />
      <FormLayout
        {...layout}
        {...(lacksTitle && { hint: 'Elige quién juega, o escribe el título' })}
        submitText="Crear Evento"
        aside={<PictureField kind={form.watch('sport')} file={picture} onFile={setPicture} />}
      >
        <EventFields form={form} isNew />
      </FormLayout>
    </>
  );
}

const isSport = (value: unknown): value is Sport => Sport.safeParse(value).success;

/** Returns the default times on the day of the calendar's link: 12:00 to 14:00. */
export function toDates(date: string | null): Partial<EventForm> {
  if (!date || !/^\d{4}-\d{2}-\d{2}$/.test(date) || Number.isNaN(Date.parse(date))) return {};
  return { start: `${date}T12:00`, end: `${date}T14:00` };
}

/** Leads, after an event was created, to the page that asked for it, with the event selected. */
export function returnPath(query: URLSearchParams, sportEventId: string, sport: Sport): string {
  const vodId = query.get('vodId');
  const cameraId = query.get('cameraId');
  switch (query.get('returnTo')) {
    case 'createVod':
      return withQuery(paths.manage.vods.create, { sportEventId, sport });
    case 'liveProfile':
      return withQuery(paths.liveProfile, { sportEventId, sport });
    case 'vodDetails':
      return vodId ? withQuery(paths.manage.vods.edit(encodeURIComponent(vodId)), { sportEventId, sport }) : fallback;
    case 'cameraDetails':
      return cameraId
        ? withQuery(paths.manage.cameras.edit(encodeURIComponent(cameraId)), { sportEventId, sport })
        : fallback;
    default:
      return fallback;
  }
}

const fallback = paths.manage.events.list;
