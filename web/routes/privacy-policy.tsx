/** /privacidad: the privacy policy, with the company data of the stage's configuration. */
import { pages } from '../../shared/domain/pages.ts';
import { Company } from '../features/trust/legal/company.tsx';
import { DocumentText, DocumentVersions } from '../features/trust/legal/document-text.tsx';
import { LegalPage } from '../features/trust/legal/legal-page.tsx';

export default function PrivacyPolicyPage() {
  return (
    <LegalPage title={pages.privacy.title}>
      <Company heading="Responsable" />
      <DocumentText name="privacidad" />
      <DocumentVersions name="privacidad" />
    </LegalPage>
  );
}
