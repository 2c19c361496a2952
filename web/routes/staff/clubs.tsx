/** /clubs/manage: all clubs, including hidden ones. */
import type { ManagedClub } from '../../../shared/contract/clubs.ts';
import { countDone } from '../../features/platform/back-office/bulk.ts';
import { visibleColumn } from '../../features/platform/back-office/columns.tsx';
import { useInlineChange } from '../../features/platform/back-office/inline-change.ts';
import { ManagedList } from '../../features/platform/back-office/managed-list.tsx';
import { listVisibilityActions } from '../../features/platform/back-office/visibility-actions.ts';
import { api } from '../../lib/api.ts';
import { formatCount } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { StatusPill } from '../../ui/badge.tsx';
import { CellLabel, type Column, RowTitle } from '../../ui/manage-list.tsx';
import { Thumbnail } from '../../ui/thumbnail.tsx';

export default function ClubsPage() {
  const change = useInlineChange<ListedClub, Change>('managed-clubs', sendChange);
  const columns: Column<ListedClub>[] = [
    {
      title: 'Club',
      cell: (club) => (
        <RowTitle
          to={paths.manage.clubs.edit(club.id)}
          title={club.title}
          picture={<Thumbnail kind="club" src={club.thumbnail} className="rounded-sm!" />}
        />
      ),
    },
    {
      title: 'Estado',
      width: '96px',
      cell: ({ visible }) => (
        <span className="@max-[860px]:empty:hidden">{!visible && <StatusPill tone="info">Oculto</StatusPill>}</span>
      ),
    },
    {
      title: 'Favorito de',
      width: '96px',
      cell: ({ userFavoritedCount }) => (
        <span className="inline-flex items-center gap-2 text-small tabular-nums">
          <CellLabel>Favorito de</CellLabel>
          {formatCount(userFavoritedCount)}
        </span>
      ),
    },
    visibleColumn(change),
  ];
  return (
    <ManagedList
      name="clubs"
      listKey="managed-clubs"
      title="Gestión de Clubes"
      label="Clubes"
      icon="shield"
      create={{ to: paths.manage.clubs.create, text: 'Crear Club' }}
      search={{ label: 'Buscar clubes' }}
      filters={{ states }}
      read={async ({ state, ...query }, signal) => {
        const filter = state && { visible: state === 'visible' };
        const { data } = await api('GET /live/clubs', { query: { ...query, ...filter }, signal });
        return { rows: data.clubs.map((club) => ({ ...club, title: club.name })), totalPages: data.totalPages };
      }}
      actions={clubActions}
      texts={{ empty: 'No hay clubes disponibles', filtered: 'Ningún club con estos filtros' }}
      isDimmed={({ visible }) => !visible}
      columns={columns}
    />
  );
}

const states = [
  { value: 'visible', label: 'Visibles' },
  { value: 'hidden', label: 'Ocultos' },
] as const;

type ListedClub = ManagedClub & { title: string };

interface Change {
  visible: boolean;
  version?: number | undefined;
}

const sendChange = (id: string, change: Change) => api('PATCH /live/clubs/{id}', { params: { id }, body: change });

/**
 * Admins show or hide several clubs at once. They delete one on its own page, because that closes the accounts of its
 * staff.
 */
const clubActions = listVisibilityActions(sendChange, {
  shown: countDone('club visible', 'clubes visibles'),
  hidden: countDone('club oculto', 'clubes ocultos'),
});
