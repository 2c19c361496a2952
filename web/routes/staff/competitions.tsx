/** /sportevents/competitions: the rules of each competition's tables. */
import { useQuery } from '@tanstack/react-query';
import { RulesForm } from '../../features/league/competitions/manage/rules-form.tsx';
import { api } from '../../lib/api.ts';
import { paths } from '../../lib/paths.ts';
import { LinkButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { ManageSkeleton } from '../../ui/manage-list.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';

export default function ManageCompetitionsPage() {
  const competitions = useQuery({
    queryKey: ['managed-competitions'],
    queryFn: async ({ signal }) => (await api('GET /live/competitions', { signal })).data.competitions,
  });
  return (
    <>
      <PageHeading title="Competiciones">
        <LinkButton kind="secondary" to={paths.manage.events.list}>
          Volver a los eventos
        </LinkButton>
      </PageHeading>
      <Loaded query={competitions} waiting={<ManageSkeleton />}>
        {(data) =>
          data.length === 0 ? (
            <EmptyState
              icon="calendar"
              title="Todavía no hay competiciones"
              text="Escribe la competición en la ficha de un evento y aparecerá aquí."
            />
          ) : (
            <ul className="flex flex-col gap-4">
              {data.map((competition) => (
                <RulesForm key={competition.key} competition={competition} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </>
  );
}
