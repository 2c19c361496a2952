/** /imagenes-de-menores: a guardian objects to images, without an account. */
import { pages } from '../../shared/domain/pages.ts';
import { LegalPage } from '../features/trust/legal/legal-page.tsx';
import { MatterForm } from '../features/trust/matters/matter-form.tsx';

export default function ObjectionPage() {
  return (
    <LegalPage title={pages.objection.title}>
      <p>
        Si tu hijo o tu hija sale en un partido, un video o un clip y no quieres que se vea, dínoslo aquí. No necesitas
        cuenta. Si se le reconoce, primero lo ocultamos y después lo revisamos.
      </p>
      <p>Avisaremos al club sin decirle quién eres, y te contestaremos con los motivos en menos de un mes.</p>
      <MatterForm kind="OBJECTION" />
    </LegalPage>
  );
}
