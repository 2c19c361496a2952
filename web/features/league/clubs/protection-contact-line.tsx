/** The club's contact for the protection of minors, at the end of its page. */
import { Link } from 'react-router-dom';
import type { ProtectionContact } from '../../../../shared/contract/clubs.ts';
import { paths } from '../../../lib/paths.ts';

export function ProtectionContactLine({ contact: { name, email, phone } }: { contact: ProtectionContact }) {
  return (
    <section aria-labelledby="protection" className="mt-10 border-t border-line py-6 text-small">
      <h2 id="protection" className="font-body text-small font-semibold">
        Protección de menores
      </h2>
      <p className="text-muted wrap-anywhere">
        {`Contacto del club: ${name} · `}
        <a href={`mailto:${email}`} className={linkLook}>
          {email}
        </a>
        {phone && ' · '}
        {phone && (
          <a href={`tel:${phone.replace(/[^+\d]/g, '')}`} className={linkLook}>
            {phone}
          </a>
        )}
      </p>
      <Link to={paths.objection} className={linkLook}>
        Pedir que se retiren imágenes de un menor
      </Link>
    </section>
  );
}

const linkLook = 'inline-flex min-h-11 items-center underline underline-offset-4';
