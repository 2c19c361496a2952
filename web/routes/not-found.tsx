/** /404 and unknown addresses: a search field and the current matches. */
import { useNavigate } from 'react-router-dom';
import { MatchDaysRail } from '../features/league/events/match-days-rail.tsx';
import { paths } from '../lib/paths.ts';
import { withQuery } from '../lib/safe-path.ts';
import { useTitle } from '../lib/use-title.ts';
import { LinkButton } from '../ui/button.tsx';
import { SearchInput } from '../ui/search-input.tsx';

export default function NotFoundPage() {
  useTitle('Página no encontrada');
  const navigate = useNavigate();
  return (
    <div className="flex flex-col gap-10 pt-10 sm:pt-14">
      <div className="flex flex-col items-start gap-4 px-gutter">
        <p aria-hidden="true" className="font-heading text-hero leading-none font-extrabold text-muted">
          404
        </p>
        <h1 className="text-title">Página no encontrada</h1>
        <p className="max-w-110 text-muted">
          El enlace está fuera de juego: la página que buscas ya no existe o ha cambiado de sitio.
        </p>
        <div className="flex w-full flex-wrap items-center gap-3">
          <SearchInput
            label="Buscar un partido"
            placeholder="Buscar un partido..."
            value=""
            onSearch={(search) => navigate(withQuery(paths.search, { texto: search }))}
          />
          <LinkButton to={paths.home} icon="home">
            Volver al inicio
          </LinkButton>
        </div>
      </div>
      <MatchDaysRail />
    </div>
  );
}
