/** /404 and every unknown address (A-LEGAL-6, A-LEGAL-7). */
import { paths } from '../../../app/paths.ts';
import { useTitle } from '../../../lib/use-title.ts';
import { LinkButton } from '../../../ui/button.tsx';

export default function NotFoundPage() {
  useTitle('Página no encontrada');
  return (
    <div className="flex min-h-[70vh] flex-col items-start justify-center gap-4 px-gutter py-14">
      <p aria-hidden="true" className="font-heading text-hero font-black text-accent">
        404
      </p>
      <h1 className="text-title">Página no encontrada</h1>
      <p className="max-w-110 text-muted">
        El enlace está fuera de juego: la página que buscas ya no existe o ha cambiado de sitio.
      </p>
      <LinkButton to={paths.home} icon="home">
        Volver al inicio
      </LinkButton>
    </div>
  );
}
