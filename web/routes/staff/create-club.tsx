/** /clubs/create: creates a club. */
import { useState } from 'react';
import { isBlank } from '../../../shared/domain/visible-text.ts';
import { ClubFields, type ClubForm } from '../../features/league/clubs/manage/club-fields.tsx';
import { clubQueries } from '../../features/league/clubs/manage/queries.ts';
import { toPictureForm } from '../../features/platform/back-office/picture-upload.tsx';
import { useCreate } from '../../features/platform/back-office/use-create.ts';
import { api } from '../../lib/api.ts';
import { paths } from '../../lib/paths.ts';
import { describeThumbnailError, sendForm } from '../../lib/send-form.ts';
import { BackOfficeHeading } from '../../ui/back-office-heading.tsx';
import { FormLayout } from '../../ui/form-layout.tsx';
import { PictureField } from '../../ui/picture-field.tsx';
import { toast } from '../../ui/toaster.tsx';

export default function CreateClubPage() {
  const [picture, setPicture] = useState<File>();
  const { form, layout } = useCreate<ClubForm>({
    empty: { name: '', visible: true },
    isComplete: ({ name }) => !isBlank(name),
    hasFile: picture !== undefined,
    send: async ({ name, visible }) => {
      const { data } = await api('POST /live/clubs', { body: { name: name.trim(), visible } });
      // The club exists already, so a failed upload of the crest only shows a message.
      if (picture)
        await sendForm('POST /live/clubs/{id}/thumbnail', { id: data.id }, toPictureForm('thumbFile', picture)).catch(
          (error: unknown) => toast.error(describeThumbnailError(error)),
        );
      return paths.manage.clubs.list;
    },
    staleKeys: clubQueries,
    success: 'Club creado correctamente',
    failure: 'Error al crear el club',
  });

  return (
    <>
      <BackOfficeHeading title="Crear Club" />
      <FormLayout
        {...layout}
        submitText="Crear Club"
        aside={<PictureField kind="club" file={picture} onFile={setPicture} />}
      >
        <ClubFields form={form} />
      </FormLayout>
    </>
  );
}
