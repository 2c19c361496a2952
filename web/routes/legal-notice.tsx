/** /aviso-legal: the legal notice, with the company data of the stage's configuration. */
import { pages } from '../../shared/domain/pages.ts';
import { Company, LegalStatements } from '../features/trust/legal/company.tsx';
import { DocumentText, DocumentVersions } from '../features/trust/legal/document-text.tsx';
import { LegalPage } from '../features/trust/legal/legal-page.tsx';

export default function LegalNoticePage() {
  return (
    <LegalPage title={pages.legalNotice.title}>
      <Company heading="Quiénes somos" />
      <DocumentText name="aviso-legal" />
      {/* The settings that these depend on arrive late, so that they are below the screen. */}
      <LegalStatements />
      <DocumentVersions name="aviso-legal" />
    </LegalPage>
  );
}
