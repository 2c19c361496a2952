/**
 * /derechos-imagen/manage: what the next matches lack, statements of teams and competitions, the contract, and
 * families.
 */
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { findSeason, formatSeason } from '../../../shared/domain/competition.ts';
import { statementText } from '../../../shared/domain/image-rights.ts';
import { searchManagedClubs, useManagement } from '../../features/platform/back-office/use-management.ts';
import { FamilyPanel } from '../../features/trust/families/family-panel.tsx';
import { useFamilies } from '../../features/trust/families/queries.ts';
import { ContractPanel } from '../../features/trust/rights/contract-panel.tsx';
import { MatchRights } from '../../features/trust/rights/match-rights.tsx';
import { useCompetitionRights, useMatchesRights, useTeams } from '../../features/trust/rights/queries.ts';
import { type RightsPart, rightsParts } from '../../features/trust/rights/rights-path.ts';
import { StatementGrid } from '../../features/trust/rights/statement-grid.tsx';
import { BackOfficeHeading } from '../../ui/back-office-heading.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { ClubPicker } from '../../ui/club-picker.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ManageSkeleton } from '../../ui/manage-list.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { QueryLoader } from '../../ui/query-loader.tsx';
import { Tabs } from '../../ui/tabs.tsx';

export default function RightsPage() {
  const [query, setQuery] = useSearchParams();
  const part = rightsParts.find(({ value }) => value === query.get('ver'))?.value ?? 'partidos';
  return (
    <>
      <BackOfficeHeading title="Derechos de imagen" />
      <Tabs label="Parte" choices={rightsParts} value={part} onChange={(ver) => setQuery({ ver })} />
      <div className="mt-5">{parts[part]}</div>
    </>
  );
}

const parts: Record<RightsPart, React.ReactNode> = {
  partidos: <NextMatches />,
  equipos: <Teams />,
  competiciones: <Competitions />,
  familias: <Families />,
};

function NextMatches() {
  const [query, setQuery] = useSearchParams();
  const page = Math.max(1, Number.parseInt(query.get('pagina') ?? '1', 10) || 1);
  const [lackingOnly, setLackingOnly] = useState(false);
  const list = useMatchesRights({ page, ...(lackingOnly && { lacking: 'true' }) });
  return (
    <QueryLoader query={list} fallback={<ManageSkeleton />}>
      {({ matches, lacking, isEnforced, totalPages }) => (
        <>
          <p className="max-w-160">
            {lacking === 0
              ? 'No faltan papeles en los partidos de estos ocho días.'
              : `Faltan papeles en ${lacking === 1 ? 'un partido' : `${lacking} partidos`} de estos ocho días. ${isEnforced ? 'Mientras tanto se graban y los ve el personal, pero no se publican. En cuanto esté todo, se publican solos.' : 'Aquí solo se avisa: se ven igual.'}`}
          </p>
          <Checkbox
            label="Solo los que tienen algo pendiente"
            checked={lackingOnly}
            onChange={(event) => {
              setLackingOnly(event.target.checked);
              setQuery({ ver: 'partidos' }, { replace: true });
            }}
          />
          {matches.length === 0 ? (
            <EmptyState icon="calendar" title="No hay partidos en estos ocho días" />
          ) : (
            <MatchRights matches={matches} isEnforced={isEnforced} />
          )}
          <Pagination
            page={page}
            totalPages={totalPages}
            onPage={(next) => setQuery({ ver: 'partidos', pagina: String(next) })}
          />
        </>
      )}
    </QueryLoader>
  );
}

function Teams() {
  const { clubId: own } = useManagement();
  const [query] = useSearchParams();
  const requestedClubId = query.get('club') ?? undefined;
  const clubId = own ?? requestedClubId;
  const teams = useTeams(clubId);
  const asksForOtherClub = own !== undefined && requestedClubId !== undefined && requestedClubId !== own;
  return (
    <div className="flex flex-col gap-5">
      {!own && <ClubChoiceForAdmins part="equipos" club={teams.data?.club} />}
      {asksForOtherClub && (
        <p role="status" className="max-w-160 rounded-sm bg-raised p-3 text-small text-muted">
          Esas autorizaciones las declara el otro club: avísale. Estos son tus equipos.
        </p>
      )}
      {clubId === undefined ? (
        <EmptyState icon="shield" title="Elige un club" text="Verás sus equipos y lo que ha declarado de cada uno." />
      ) : (
        <QueryLoader query={teams} fallback={<ManageSkeleton />}>
          {({ club, contract, season, teams }) => (
            <>
              <ContractPanel club={club} contract={contract} />
              <h2 className="text-lead font-semibold">{`Equipos de la temporada ${formatSeason(season)}`}</h2>
              <StatementGrid key={clubId} label="Equipos" statements={teams} clubId={clubId} canEdit>
                {statementText}
              </StatementGrid>
            </>
          )}
        </QueryLoader>
      )}
    </div>
  );
}

/** Lets admins choose the club whose part of the page they see. */
function ClubChoiceForAdmins({ part, club }: { part: RightsPart; club: { id: string; name: string } | undefined }) {
  const [, setQuery] = useSearchParams();
  return (
    <div className="max-w-100">
      <ClubPicker
        label="Club"
        search={searchManagedClubs}
        chosen={club ? [club] : []}
        onChange={(clubs) => {
          const chosen = clubs.at(-1);
          setQuery({ ver: part, ...(chosen && { club: chosen.id }) });
        }}
      />
    </div>
  );
}

function Competitions() {
  const { isClubStaff } = useManagement();
  const list = useCompetitionRights();
  return (
    <QueryLoader query={list} fallback={<ManageSkeleton />}>
      {({ competitions, season }) => (
        <div className="flex flex-col gap-5">
          <p className="max-w-160">
            {`El permiso de la competición vale para los rivales que no están en Cantera TV, en la temporada ${formatSeason(season)}. ${isClubStaff ? 'Lo guarda la administración: si lo tienes, envíaselo.' : 'Cuenta desde que se sube su documento.'}`}
          </p>
          {competitions.length === 0 ? (
            <EmptyState icon="flag" title="Ningún partido de esta temporada tiene competición" />
          ) : (
            <StatementGrid label="Competiciones" statements={competitions} canEdit={!isClubStaff} needsDocument>
              Se declara lo que dice el documento de la federación, que se guarda en privado.
            </StatementGrid>
          )}
        </div>
      )}
    </QueryLoader>
  );
}

function Families() {
  const { clubId: own } = useManagement();
  const [query] = useSearchParams();
  const clubId = own ?? query.get('club') ?? undefined;
  const list = useFamilies(clubId);
  return (
    <div className="flex flex-col gap-5">
      {!own && <ClubChoiceForAdmins part="familias" club={list.data?.club} />}
      {clubId === undefined ? (
        <EmptyState icon="shield" title="Elige un club" text="Verás sus enlaces y las familias que ha confirmado." />
      ) : (
        <QueryLoader query={list} fallback={<ManageSkeleton />}>
          {(data) => (
            <FamilyPanel key={clubId} clubId={clubId} season={findSeason(new Date().toISOString())} {...data} />
          )}
        </QueryLoader>
      )}
    </div>
  );
}
