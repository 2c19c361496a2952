/** /cameras/create: creates a camera. */
import { isBlank } from '../../../shared/domain/visible-text.ts';
import { ProductionField } from '../../features/broadcast/cameras/production-field.tsx';
import { useStreamServer } from '../../features/broadcast/cameras/queries.ts';
import { SlugField } from '../../features/broadcast/cameras/slug-field.tsx';
import { useCreate } from '../../features/platform/back-office/use-create.ts';
import { api } from '../../lib/api.ts';
import { paths } from '../../lib/paths.ts';
import { BackOfficeHeading } from '../../ui/back-office-heading.tsx';
import { CopyField } from '../../ui/copy-field.tsx';
import { FormLayout } from '../../ui/form-layout.tsx';

export default function CreateCameraPage() {
  const server = useStreamServer();
  const { form, layout } = useCreate({
    empty: { slug: '', isTest: false },
    isComplete: ({ slug }) => !isBlank(slug),
    send: async ({ slug, isTest }) => {
      await api('POST /live/cameras', { body: { slug: slug.trim(), isTest } });
      return paths.manage.cameras.list;
    },
    staleKeys: ['cameras'],
    success: 'Cámara creada correctamente',
    failure: 'Error creating camera',
  });

  return (
    <>
      <BackOfficeHeading title="Crear Cámara" />
      <FormLayout {...layout} submitText="Crear Cámara">
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
