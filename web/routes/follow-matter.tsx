/** /aviso: state of a matter, by the link of its emails. */
import { useLocation } from 'react-router-dom';
import { LegalPage } from '../features/trust/legal/legal-page.tsx';
import { FollowedMatter } from '../features/trust/matters/followed-matter.tsx';

export default function FollowMatterPage() {
  // The secret follows the '#', so that no server logs it.
  const { hash } = useLocation();
  return (
    <LegalPage title="Tu aviso">
      <FollowedMatter token={hash.slice(1)} />
    </LegalPage>
  );
}
