/** A match of today as one row: time, sides with score and state, camera light, scorer, and the next action. */
import { Link } from 'react-router-dom';
import type { ScorerState, TodayMatch } from '../../../../shared/contract/today.ts';
import { airtimeNoticeMs } from '../../../../shared/domain/airtime.ts';
import { awaitsDate } from '../../../../shared/domain/event-state.ts';
import { listSides } from '../../../../shared/domain/match.ts';
import { isBeingPlayed, matchState } from '../../../../shared/domain/match-state.ts';
import { cx } from '../../../lib/class-names.ts';
import { formatTime } from '../../../lib/format.ts';
import { paths } from '../../../lib/paths.ts';
import { StatusPill } from '../../../ui/badge.tsx';
import { Button, chooseButtonLook, LinkButton } from '../../../ui/button.tsx';
import { Crest } from '../../../ui/crest.tsx';
import { useAct } from '../../../ui/use-act.ts';
import { describeMatchState, StateMark } from '../../league/events/event-state.tsx';
import { ScorerLink } from '../../league/events/manage/match-link.tsx';
import { useManagement } from '../../platform/back-office/use-management.ts';
import { FeedChoice } from '../ingest/feed-choice.tsx';
import { decideSourceTime } from '../ingest/queries.ts';
import { CameraLight } from './camera-light.tsx';
import { cameraPath, findNextStep } from './next-step.ts';
import { PublishButton } from './publish-button.tsx';

export function TodayMatchRow({ match, now }: { match: TodayMatch; now: number }) {
  const { isClubStaff } = useManagement();
  const state = matchState(match, now);
  const isOver = state.kind === 'ENDED' || state.kind === 'CANCELLED' || state.kind === 'POSTPONED';
  const [camera] = match.cameras;
  return (
    <li className="grid grid-cols-[3.25rem_minmax(0,1fr)] items-center gap-x-3 gap-y-2 px-4 py-3 lg:grid-cols-[3.25rem_minmax(0,1.25fr)_minmax(0,1fr)_7.5rem_12rem]">
      <span className="self-start pt-0.5 font-semibold tabular-nums lg:self-center lg:pt-0">
        {awaitsDate(match) ? '--:--' : formatTime(match.scheduledStartDate)}
      </span>
      <div className="flex min-w-0 flex-col gap-1">
        <Sides match={match} />
        <span className="flex flex-wrap items-center gap-2 text-note text-muted">
          <StateMark event={match} now={now} />
          {state.kind === 'ENDED' && describeMatchState(state)}
          {!match.visible && <StatusPill tone="info">Oculto</StatusPill>}
        </span>
      </div>
      <div className="col-start-2 min-w-0 lg:col-start-auto">
        {!isOver && (
          <CameraLight
            light={match.light}
            isMatchPlayed={isBeingPlayed(match, now)}
            slug={camera?.kind === 'phone' ? 'móvil' : camera?.slug}
            to={camera && !isClubStaff ? cameraPath(camera) : undefined}
          />
        )}
        {!isOver && camera && camera.kind !== 'profile' && camera.time.isEnforced && (
          <OpenAirtime camera={camera} title={match.title} now={now} />
        )}
        {!isOver && match.feeds.length > 0 && (
          <div className="mt-1 pl-4.5">
            <FeedChoice eventId={match.id} feeds={match.feeds} />
          </div>
        )}
      </div>
      <span className="col-start-2 text-small lg:col-start-auto">
        {(!isOver || match.desk !== 'NOBODY') && (
          <>
            <span className="text-muted lg:sr-only">Mesa: </span>
            {scorerTexts[match.desk]}
          </>
        )}
      </span>
      <div className="col-start-2 lg:col-start-auto lg:justify-self-end">
        <Step match={match} now={now} />
      </div>
    </li>
  );
}

const scorerTexts: Record<ScorerState, string> = { NOBODY: 'Sin anotador', RUNNING: 'Anotando', ENDED: 'Acta cerrada' };

function Sides({ match }: { match: TodayMatch }) {
  const sides = listSides(match);
  const { score } = match;
  return (
    <Link to={paths.manage.events.edit(match.id)} className="min-w-0 font-semibold underline-offset-4 hover:underline">
      {sides ? (
        <span className="flex flex-col gap-0.5">
          {[sides.home, sides.away].map((side, index) => (
            <span key={side.id} className="flex items-center gap-2">
              <Crest src={side.thumbnail} className="size-5 shrink-0 object-contain" />
              <span className="min-w-0 truncate">{side.name}</span>
              {score && (
                <span className="ml-auto shrink-0 pl-2 tabular-nums">{index === 0 ? score.home : score.away}</span>
              )}
            </span>
          ))}
        </span>
      ) : (
        <span className="line-clamp-2 break-words">{match.title}</span>
      )}
    </Link>
  );
}

function Step({ match, now }: { match: TodayMatch; now: number }) {
  const { isClubStaff } = useManagement();
  const step = findNextStep(match, isClubStaff, now);
  if (step.kind === 'SCORER_LINK') return <ScorerLink eventId={match.id} title={match.title} size="small" />;
  if (step.kind === 'PUBLISH') return <PublishButton id={step.vodId} title={step.title} text="Publicar la grabación" />;
  const { text, to, isDocument, isUrgent } = step;
  const kind = isUrgent ? 'primary' : 'secondary';
  return isDocument ? (
    <a href={to} className={cx(chooseButtonLook(kind, 'small'))}>
      {text}
    </a>
  ) : (
    <LinkButton to={to} kind={kind} size="small">
      {text}
    </LinkButton>
  );
}

interface Props {
  camera: TodayMatch['cameras'][number];
  title: string;
  now: number;
}

/** Until when viewers see a camera, and the button that opens it or goes on, for the staff at the match. */
function OpenAirtime({ camera: { id, time }, title, now }: Props) {
  const opening = useAct({
    send: () => decideSourceTime(id, true),
    success: ({ message }) => message ?? 'La cámara emite para todos',
    failure: 'No se ha podido emitir',
    stale: ['today'],
  });
  const endsSoon = time.until !== null && Date.parse(time.until) - now <= airtimeNoticeMs;
  const text = time.isOpen ? 'Seguir emitiendo' : 'Emitir ahora';
  return (
    <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 pl-4.5 text-note text-muted">
      <span>{time.until ? `Se emite hasta las ${formatTime(time.until)}` : 'Solo la ves tú'}</span>
      {(!time.isOpen || endsSoon) && (
        <Button
          kind="secondary"
          size="small"
          busy={opening.isPending}
          aria-label={`${text}: ${title}`}
          onClick={() => opening.mutate()}
        >
          {text}
        </Button>
      )}
    </div>
  );
}
