/** /clubs/create: creates a club. */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { isBlank } from '../../../shared/domain/visible-text.ts';
import { ClubFields, type ClubForm } from '../../features/league/clubs/manage/club-fields.tsx';
import { clubQueries } from '../../features/league/clubs/manage/queries.ts';
import { toPictureForm } from '../../features/platform/back-office/picture-upload.tsx';
import { api, errorText } from '../../lib/api.ts';
import { paths } from '../../lib/paths.ts';
import { readAgain } from '../../lib/query-keys.ts';
import { describeThumbnailError, sendForm } from '../../lib/send-form.ts';
import { useDelayedNavigate } from '../../lib/use-delayed-navigate.ts';
import { BackOfficeHeading } from '../../ui/back-office-heading.tsx';
import { FormLayout, mandatoryHint } from '../../ui/form-layout.tsx';
import { PictureField } from '../../ui/picture-field.tsx';
import { SubmitOverlay, useSubmission } from '../../ui/submit-overlay.tsx';
import { toast } from '../../ui/toaster.tsx';

export default function CreateClubPage() {
  const queries = useQueryClient();
  const navigateLater = useDelayedNavigate();
  const { submission, run, close } = useSubmission();
  const [picture, setPicture] = useState<File>();
  const form = useForm<ClubForm>({ mode: 'onTouched', defaultValues: { name: '', visible: true } });
  const complete = !isBlank(form.watch('name'));
  const busy = submission.state === 'loading' || submission.state === 'success';

  const submit = form.handleSubmit(({ name, visible }) =>
    run(
      async (onPercent) => {
        const { data } = await api('POST /live/clubs', { body: { name: name.trim(), visible } });
        // The club exists already, so a failed upload of the crest only shows a message.
        if (picture) {
          await sendForm(
            'POST /live/clubs/{id}/thumbnail',
            { id: data.id },
            toPictureForm('thumbFile', picture),
            onPercent,
          ).catch((error: unknown) => toast.error(describeThumbnailError(error)));
        }
        await readAgain(queries, clubQueries);
        navigateLater(paths.manage.clubs.list);
      },
      'Club creado correctamente',
      (error) => errorText(error, 'Error al crear el club'),
    ),
  );

  return (
    <>
      <BackOfficeHeading title="Crear Club" />
      <FormLayout
        onSubmit={submit}
        submitText="Crear Club"
        ready={complete}
        busy={busy}
        unsaved={!busy && (form.formState.isDirty || picture !== undefined)}
        hint={complete ? undefined : mandatoryHint}
        aside={<PictureField kind="club" file={picture} onFile={setPicture} />}
      >
        <ClubFields form={form} />
      </FormLayout>
      <SubmitOverlay submission={submission} onClose={close} />
    </>
  );
}
