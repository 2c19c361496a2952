/** /aviso: the state of a matter, opened by the link in its emails. */

import { useLocation } from 'react-router-dom';
import { pages } from '../../shared/domain/pages.ts';
import { LegalPage } from '../features/trust/legal/legal-page.tsx';
import { FollowedMatter } from '../features/trust/matters/followed-matter.tsx';

export default function FollowMatterPage() {
  // The token is in the hash, which reaches no server or log.
  const { hash } = useLocation();
  return (
    <LegalPage title={pages.followMatter.title}>
      <FollowedMatter token={hash.slice(1)} />
    </LegalPage>
  );
}
