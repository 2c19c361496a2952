/** /sportevents/create: creates an event; returns to the page that requested it, with the event selected. */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useSearchParams } from 'react-router-dom';
import {
  EventFields,
  emptyEvent,
  isComplete,
  toEventBody,
  toNewEvent,
} from '../../features/league/events/manage/event-form.tsx';
import type { EventForm } from '../../features/league/events/manage/event-form-values.ts';
import { eventThumbnailKey } from '../../features/league/events/manage/queries.ts';
import { returnPath } from '../../features/league/events/manage/return-path.ts';
import { toPictureForm } from '../../features/platform/manage/picture-upload.tsx';
import { useDelayedNavigate } from '../../features/platform/manage/use-delayed-navigate.ts';
import { useManagement, usePresetClub } from '../../features/platform/manage/use-management.ts';
import { api, errorText } from '../../lib/api.ts';
import { FormLayout, mandatoryHint } from '../../ui/form-layout.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { PictureField } from '../../ui/picture-field.tsx';
import { useSave } from '../../ui/use-save.ts';

export default function CreateEventPage() {
  const { staff } = useManagement();
  const [query] = useSearchParams();
  const queries = useQueryClient();
  const navigateLater = useDelayedNavigate();
  const { run, isSaving, isSaved, failure } = useSave();
  const [picture, setPicture] = useState<File>();
  const form = useForm<EventForm>({
    mode: 'onTouched',
    defaultValues: { ...emptyEvent, ...toDates(query.get('date')) },
  });
  const values = form.watch();
  usePresetClub(form);

  const submit = form.handleSubmit((filled) =>
    run(
      async () => {
        const { data } = await api(staff ? 'POST /clubStaff/sportevents' : 'POST /live/sportevents', {
          body: { ...toNewEvent(toEventBody(filled)), isPublic: staff ? false : filled.isPublic },
        });
        // The event already exists, so a failed picture upload is only logged.
        if (picture) {
          await api(eventThumbnailKey(staff), {
            params: { id: data.id },
            form: toPictureForm('thumbFile', picture),
          }).catch((error: unknown) => console.warn('Uploading the picture of the new event failed', error));
        }
        await queries.invalidateQueries({ queryKey: ['managed-events'] });
        await queries.invalidateQueries({ queryKey: ['event-choices'] });
        navigateLater(returnPath(query, data.id, filled.sport));
      },
      'Evento creado correctamente',
      (error) => errorText(error, 'Error al crear el evento'),
    ),
  );

  return (
    <>
      <PageHeading title="Crear Evento" />
      <FormLayout
        onSubmit={submit}
        submit="Crear Evento"
        ready={isComplete(values)}
        busy={isSaving || isSaved}
        failure={failure}
        unsaved={!isSaved && (form.formState.isDirty || picture !== undefined)}
        hint={isComplete(values) ? undefined : mandatoryHint}
        aside={<PictureField kind={values.sport} file={picture} onFile={setPicture} />}
      >
        <EventFields form={form} isNew />
      </FormLayout>
    </>
  );
}

/** Default times for the day given by the calendar: 12:00 to 14:00. */
export function toDates(date: string | null): Partial<EventForm> {
  if (!date || !/^\d{4}-\d{2}-\d{2}$/.test(date) || Number.isNaN(Date.parse(date))) return {};
  return { start: `${date}T12:00`, end: `${date}T14:00` };
}
