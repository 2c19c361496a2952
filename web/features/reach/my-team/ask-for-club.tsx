/** '¿De qué club eres?', shown on the home page until answered or declined. */
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { api } from '../../../lib/api.ts';
import { paths } from '../../../lib/paths.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Rail } from '../../../ui/rail.tsx';
import { ClubCrest } from './club-crest.tsx';
import { MyTeamFrame } from './my-team-frame.tsx';

export function AskForClub({ onChoose, onRefuse }: { onChoose: (id: string) => void; onRefuse: () => void }) {
  const { data, isPending } = useQuery({
    queryKey: ['clubs', 'first'],
    queryFn: async ({ signal }) => (await api('GET /clubs', { query: { page: 1 }, signal })).data,
  });
  if (isPending) return <MyTeamFrame title={title} />;
  if (!data || data.clubs.length === 0) return null;
  return (
    <MyTeamFrame>
      <Rail title={title}>
        {data.clubs.map((club) => (
          <li key={club.id} className="flex w-44 shrink-0 snap-start">
            <ClubCrest club={club} chosen={false} onChange={() => onChoose(club.id)} large />
          </li>
        ))}
        {data.totalPages > 1 && (
          <li className="flex w-44 shrink-0 snap-start">
            <Link
              to={paths.myTeam}
              className="flex grow flex-col items-center justify-center gap-2 rounded-md border border-line bg-surface font-semibold transition-colors hover:border-line-strong"
            >
              <Icon name="right" size={28} />
              Todos los clubes
            </Link>
          </li>
        )}
      </Rail>
      <div className="flex flex-wrap items-center gap-x-4 px-gutter">
        <p className="text-muted">Sus directos, su próximo partido y su último resultado te esperarán aquí.</p>
        <Button kind="quiet" className="max-sm:-ml-5" onClick={onRefuse}>
          No tengo club
        </Button>
      </div>
    </MyTeamFrame>
  );
}

const title = '¿De qué club eres?';
