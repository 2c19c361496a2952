/** /denunciar: reports a page, without an account. */

import { useSearchParams } from 'react-router-dom';
import { pages } from '../../shared/domain/pages.ts';
import { LegalPage } from '../features/trust/legal/legal-page.tsx';
import { MatterForm } from '../features/trust/matters/matter-form.tsx';
import { paths } from '../lib/paths.ts';
import { TextLink } from '../ui/text-link.tsx';

export default function ReportPage() {
  const [query] = useSearchParams();
  return (
    <LegalPage title={pages.report.title}>
      <p>Cuéntanos qué está mal. No necesitas cuenta. Lo revisará una persona y te contestaremos con los motivos.</p>
      <p>
        <TextLink to={{ pathname: paths.objection, search: query.toString() }} isTarget>
          ¿Sale tu hijo o tu hija? Usa este formulario: lo ocultamos primero
        </TextLink>
      </p>
      <MatterForm kind="REPORT" />
    </LegalPage>
  );
}
