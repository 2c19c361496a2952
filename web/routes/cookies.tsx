/** /cookies: the cookie policy, with the consent choice. */

import { pages } from '../../shared/domain/pages.ts';
import { DocumentText, DocumentVersions } from '../features/trust/legal/document-text.tsx';
import { LegalPage } from '../features/trust/legal/legal-page.tsx';
import { useConsent } from '../lib/consent.ts';
import { Button } from '../ui/button.tsx';

export default function CookiesPage() {
  return (
    <LegalPage title={pages.cookies.title}>
      <h2>Tu elección</h2>
      <Choice />
      <DocumentText name="cookies" />
      <DocumentVersions name="cookies" />
    </LegalPage>
  );
}

function Choice() {
  const [accepted, choose] = useConsent();
  const state =
    accepted === undefined
      ? 'Todavía no has elegido: de momento no se carga ninguna cookie de medición.'
      : accepted
        ? 'Has aceptado las cookies de medición.'
        : 'Has rechazado las cookies de medición.';
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-3 rounded-md border border-line bg-surface p-4">
      <p role="status" className="mr-auto min-w-[min(14rem,100%)] flex-1 text-small">
        {state}
      </p>
      <div className="grid grid-cols-2 gap-3">
        <Button kind="secondary" size="small" disabled={accepted === false} onClick={() => choose(false)}>
          Rechazar
        </Button>
        <Button kind="secondary" size="small" disabled={accepted === true} onClick={() => choose(true)}>
          Aceptar
        </Button>
      </div>
    </div>
  );
}
