/** /denunciar: reports a page, without an account. */

import { Link, useSearchParams } from 'react-router-dom';
import { pages } from '../../shared/domain/pages.ts';
import { LegalPage } from '../features/trust/legal/legal-page.tsx';
import { MatterForm } from '../features/trust/matters/matter-form.tsx';
import { paths } from '../lib/paths.ts';

export default function ReportPage() {
  const [query] = useSearchParams();
  return (
    <LegalPage title={pages.report.title}>
      <p>Cuéntanos qué está mal. No necesitas cuenta. Lo revisará una persona y te contestaremos con los motivos.</p>
      <p>
        <Link
          to={{ pathname: paths.objection, search: query.toString() }}
          className="inline-flex min-h-11 items-center font-semibold text-text underline underline-offset-4"
        >
          ¿Sale tu hijo o tu hija? Usa este formulario: lo ocultamos primero
        </Link>
      </p>
      <MatterForm kind="REPORT" />
    </LegalPage>
  );
}
