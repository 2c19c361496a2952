/** The clubs' crests, each a link. The page reserves the row's space. */
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { api } from '../../../lib/api.ts';
import { paths } from '../../../lib/paths.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Thumbnail } from '../../../ui/thumbnail.tsx';

export function ClubCrests() {
  const { data: clubs } = useQuery({
    queryKey: ['clubs', 'crests'],
    queryFn: async ({ signal }) => (await api('GET /clubs', { signal })).data.clubs,
  });
  if (!clubs?.length) return null;
  return (
    <section aria-label="Los clubes" className="h-full">
      <ul className="flex h-full gap-2 overflow-x-auto px-gutter scrollbar-none sm:gap-4">
        {clubs.map(({ id, name, thumbnail }) => (
          <li key={id} className="w-24 shrink-0">
            <Link to={paths.club(id)} className={crestLook}>
              <Thumbnail src={thumbnail} kind="club" className="aspect-square! w-14 bg-transparent! sm:w-18" />
              <span className="line-clamp-2 max-w-full break-words">{name}</span>
            </Link>
          </li>
        ))}
        <li className="w-24 shrink-0">
          <Link to={paths.clubs} className={crestLook}>
            <span className="grid h-14 place-items-center sm:h-18">
              <span className="rounded-full border border-line bg-raised p-2.5">
                <Icon name="right" />
              </span>
            </span>
            Todos los clubes
          </Link>
        </li>
      </ul>
    </section>
  );
}

const crestLook =
  'flex flex-col items-center rounded-md py-2 text-center text-note text-muted hover:bg-raised hover:text-text';
