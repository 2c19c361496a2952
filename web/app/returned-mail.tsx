/** Warns users above every page that our emails do not reach them: buyers by email notice a wrong address only here. */
import { paths } from '../lib/paths.ts';
import { TextLink } from '../ui/text-link.tsx';

export function ReturnedMail({ email }: { email: string }) {
  return (
    <p role="status" className="border-b border-line bg-raised px-gutter py-2 text-center text-small">
      Nuestros emails a <strong className="break-all">{email}</strong> vuelven sin entregar. Lo que has comprado sigue
      en esta sesión: <TextLink to={paths.contactTeams}>escríbenos</TextLink> para corregir la dirección.
    </p>
  );
}
