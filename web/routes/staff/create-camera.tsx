/** /cameras/create: creates a camera. */
import { useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { ProductionField } from '../../features/broadcast/cameras/production-field.tsx';
import { useStreamServer } from '../../features/broadcast/cameras/queries.ts';
import { SlugField } from '../../features/broadcast/cameras/slug-field.tsx';
import { useDelayedNavigate } from '../../features/platform/manage/use-delayed-navigate.ts';
import { api, errorText } from '../../lib/api.ts';
import { paths } from '../../lib/paths.ts';
import { CopyField } from '../../ui/copy-field.tsx';
import { FormLayout, mandatoryHint } from '../../ui/form-layout.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { useSave } from '../../ui/use-save.ts';

export default function CreateCameraPage() {
  const queries = useQueryClient();
  const navigateLater = useDelayedNavigate();
  const { run, isSaving, isSaved, failure } = useSave();
  const server = useStreamServer();
  const form = useForm({ mode: 'onTouched', defaultValues: { slug: '', isTest: false } });
  const filled = form.watch('slug').trim() !== '';

  const submit = form.handleSubmit(({ slug, isTest }) =>
    run(
      async () => {
        await api('POST /live/cameras', { body: { slug: slug.trim(), isTest } });
        await queries.invalidateQueries({ queryKey: ['cameras'] });
        navigateLater(paths.manage.cameras.list);
      },
      'Cámara creada correctamente',
      (error) => errorText(error, 'Error creating camera'),
    ),
  );

  return (
    <>
      <PageHeading title="Crear Cámara" />
      <FormLayout
        onSubmit={submit}
        submit="Crear Cámara"
        ready={filled}
        busy={isSaving || isSaved}
        failure={failure}
        hint={filled ? undefined : mandatoryHint}
        unsaved={form.formState.isDirty && !isSaved}
      >
        <SlugField form={form} hint="Será la dirección del directo: /live/slug" />
        <CopyField
          label="Servidor de emisión"
          value={server.data ?? ''}
          hint="La clave de emisión aparece en la cámara en cuanto se crea."
        />
        <ProductionField control={form.control} />
      </FormLayout>
    </>
  );
}
