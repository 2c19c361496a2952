/** /hoy: the first page of the back office, with today's matches and all open tasks, each with its next action. */

import { useQuery } from '@tanstack/react-query';
import type { Today } from '../../../shared/contract/today.ts';
import { isOver } from '../../../shared/domain/match-state.ts';
import { FailedBroadcastLines } from '../../features/broadcast/today/failed-broadcasts.tsx';
import { TodayMatchRow } from '../../features/broadcast/today/today-match.tsx';
import {
  openFailure,
  progressMark,
  publishAction,
  TodaySection,
  UnseenSourceLines,
  VideoLines,
} from '../../features/broadcast/today/today-videos.tsx';
import { useManagement } from '../../features/platform/back-office/use-management.ts';
import { WaitingMattersLine } from '../../features/trust/matters/waiting-matters.tsx';
import { LateWithdrawals } from '../../features/trust/withdrawals/late-withdrawals.tsx';
import { api } from '../../lib/api.ts';
import { capitalise, formatCount, formatKickOff } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { useNow } from '../../lib/use-now.ts';
import { BackOfficeHeading } from '../../ui/back-office-heading.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { ManageSkeleton } from '../../ui/manage-list.tsx';

export default function TodayPage() {
  const { data, error } = useToday();
  return (
    <>
      <BackOfficeHeading title="Hoy" create={{ to: paths.manage.events.create, text: 'Crear Evento' }} />
      {data ? <TodayLists today={data} /> : error ? <LoadFailure error={error} /> : <ManageSkeleton />}
    </>
  );
}

const clockMs = 10_000;

function TodayLists({ today }: { today: Today }) {
  const { isClubStaff } = useManagement();
  const now = useNow(clockMs);
  const { matches, next, strays, publications, processing, failures, failedBroadcasts, matters, edge } = today;
  return (
    <>
      {matches.length > 0 ? (
        <section aria-label="Partidos de hoy">
          <p className="mb-3 text-small text-muted">{formatMatchCount(matches.length)}</p>
          <ul className="divide-y divide-line overflow-hidden rounded-md border border-line bg-surface">
            {matches.map((match) => (
              <TodayMatchRow key={match.id} match={match} now={now} />
            ))}
          </ul>
        </section>
      ) : (
        <NoMatches next={next} />
      )}
      <LateWithdrawals edge={edge} now={now} />
      <WaitingMattersLine matters={matters} now={now} />
      <UnseenSourceLines sources={strays} />
      <VideoLines
        title="Por publicar"
        videos={publications}
        rest={isClubStaff ? paths.manage.vods.list : `${paths.manage.vods.list}?por-publicar=si`}
        action={isClubStaff ? () => <span className="text-note text-muted">Lo publica Cantera TV</span> : publishAction}
      />
      <VideoLines title="Subidas en marcha" videos={processing} rest={paths.manage.vods.list} action={progressMark} />
      <FailedBroadcastLines broadcasts={failedBroadcasts} />
      <VideoLines title="Con errores" videos={failures} rest={paths.manage.vods.list} action={openFailure} />
      {publications.total + processing.total + failures.total + strays.length + failedBroadcasts.length === 0 && (
        <TodaySection title="Videos">
          <p className="text-muted">Todo en orden: nada por publicar, nada en marcha y ningún error.</p>
        </TodaySection>
      )}
    </>
  );
}

const formatMatchCount = (count: number) => (count === 1 ? '1 partido' : `${formatCount(count)} partidos`);

function NoMatches({ next }: { next: Today['next'] }) {
  return (
    <div className="rounded-md border border-line bg-surface">
      <EmptyState
        icon="calendar"
        title="Hoy no hay partidos"
        text={
          next
            ? `El próximo: ${next.title}. ${capitalise(formatKickOff(next.scheduledStartDate))}.`
            : 'Tampoco hay ninguno en el calendario.'
        }
        action={
          next ? (
            <LinkButton to={paths.manage.events.edit(next.id)} kind="secondary">
              Preparar el próximo
            </LinkButton>
          ) : (
            <LinkButton to={paths.manage.events.create} icon="plus">
              Crear Evento
            </LinkButton>
          )
        }
      />
    </div>
  );
}

/** Encodings report their progress about every five seconds. */
const runningMs = 5_000;
const quietMs = 60_000;
const nearKickOffMs = 30 * 60_000;

function useToday() {
  const { area } = useManagement();
  return useQuery({
    queryKey: ['today', area],
    queryFn: async ({ signal }) => (await api(`GET /${area}/today`, { signal })).data,
    refetchInterval: ({ state }) => (state.data && isRunning(state.data, Date.now()) ? runningMs : quietMs),
  });
}

/** Returns true while a match is played or about to begin, a source is on air unseen, or a video is processed. */
const isRunning = ({ matches, strays, processing }: Today, now: number): boolean =>
  processing.total > 0 ||
  strays.length > 0 ||
  matches.some((match) => Date.parse(match.scheduledStartDate) - nearKickOffMs <= now && !isOver(match, now));
