/** /sportevents/competitions: the rules of each competition's tables. */
import { useQuery } from '@tanstack/react-query';
import { RulesForm } from '../../features/league/competitions/manage/rules-form.tsx';
import { api } from '../../lib/api.ts';
import { paths } from '../../lib/paths.ts';
import { BackOfficeHeading } from '../../ui/back-office-heading.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ManageSkeleton } from '../../ui/manage-list.tsx';
import { QueryLoader } from '../../ui/query-loader.tsx';

export default function ManageCompetitionsPage() {
  const competitions = useQuery({
    queryKey: ['managed-competitions'],
    queryFn: async ({ signal }) => (await api('GET /live/competitions', { signal })).data.competitions,
  });
  return (
    <>
      <BackOfficeHeading title="Competiciones">
        <LinkButton kind="secondary" to={paths.manage.events.list}>
          Volver a los eventos
        </LinkButton>
      </BackOfficeHeading>
      <QueryLoader query={competitions} fallback={<ManageSkeleton />}>
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
      </QueryLoader>
    </>
  );
}
