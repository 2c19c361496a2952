/** /aviso: state of a matter, by the link of its emails. */
import { useSearchParams } from 'react-router-dom';
import { LegalPage } from '../features/trust/legal/legal-page.tsx';
import { FollowedMatter } from '../features/trust/matters/followed-matter.tsx';

export default function FollowMatterPage() {
  const [query] = useSearchParams();
  return (
    <LegalPage title="Tu aviso">
      <FollowedMatter token={query.get('token') ?? ''} />
    </LegalPage>
  );
}
