/** The player if access is granted, or else the blurred poster with the reason; the page shows the plans below. */
import { type ReactNode, type RefObject, useEffect, useState } from 'react';
import type { Sport } from '../../../../shared/contract/schema.ts';
import type { Playback } from '../../../../shared/domain/playback-grant.ts';
import { visitorReportMs } from '../../../../shared/domain/quality-limits.ts';
import { listSeams, parseCuts } from '../../../../shared/domain/withdrawn.ts';
import { ApiError, api } from '../../../lib/api.ts';
import { Ad, Player, PlayerPlaceholder } from '../../../player/player.tsx';
import type { PlayerProps } from '../../../player/player-props.ts';
import { useSession } from '../../../session/session.tsx';
import { Button } from '../../../ui/button.tsx';
import { Icon, type IconName } from '../../../ui/icon.tsx';
import { Thumbnail } from '../../../ui/thumbnail.tsx';
import type { ProgressTracker } from '../library/progress-tracker.ts';
import { QualityReports } from './quality-reports.ts';
import { useAd } from './use-ad.ts';
import { type Delivery, useDelivery } from './use-delivery.ts';
import { useWatching } from './use-watching.ts';

export function Stage({
  itemKey,
  playback,
  poster,
  sport,
  live = false,
  startedAt = null,
  isPaymentPending = false,
  idleNotice,
  offer,
  teaser,
  ready = true,
  adClubIds,
  tracker,
  ...player
}: Pick<
  PlayerProps,
  | 'title'
  | 'live'
  | 'fromStart'
  | 'startAt'
  | 'marks'
  | 'renew'
  | 'onEnded'
  | 'afterEnd'
  | 'scoreboard'
  | 'media'
  | 'playhead'
> & {
  /** Key of the item; playback continues while it stays the same. */
  itemKey: string;
  playback: Playback;
  poster: string | null;
  sport?: Sport;
  /** Start of a live's broadcast. */
  startedAt?: string | null;
  /** True while a payment is being confirmed; no offer is shown then. */
  isPaymentPending?: boolean;
  /** Replaces lock and offer while there is no picture. */
  idleNotice?: ReactNode;
  /** The line with the price, shown if a payment is missing. */
  offer?: ReactNode;
  /** Renders content that may replace the lock. */
  teaser?: (lock: ReactNode) => ReactNode;
  /** False until the start position is known. */
  ready?: boolean;
  adClubIds?: readonly string[];
  /** Progress, which the heartbeats carry. */
  tracker?: RefObject<ProgressTracker | undefined>;
}) {
  const granted = playback.granted && playback.url !== undefined;
  const session = useSession();
  const [reports] = useState(() => new QualityReports());
  // All lives share a scope, because the cameras of a match have the same viewer.
  const scope = live ? 'live' : itemKey;
  const watching = useWatching(granted, tracker, { reports, scope });
  useVisitorReports(granted && !session.isLoggedIn, scope, reports);
  const delivery = useDelivery(itemKey, playback, startedAt);
  const [ad, endAd] = useAd(itemKey, granted && playback.hasAd !== false ? adClubIds : undefined);

  if (granted && playback.url) {
    if (ad.state === 'showing') return <Ad key={itemKey} {...ad.ad} poster={poster} onOver={endAd} />;
    if (ad.state === 'asking' || !ready) return <PlayerPlaceholder poster={poster} />;
    return (
      <>
        <Player
          key={itemKey}
          {...{ ...player, poster, live }}
          url={playback.url}
          delayed={delivery?.delayed}
          thumbnails={playback.thumbnailsUrl}
          withdrawnAt={playback.cuts ? listSeams(parseCuts(playback.cuts)) : undefined}
          conflict={watching.conflict}
          onRetry={watching.retry}
          onTakeOver={watching.takeOver}
          meters={session.isLiveUser ? undefined : reports.meters}
        />
        {delivery && <DelayLine {...delivery} />}
      </>
    );
  }
  if (idleNotice && !isPaymentPending) {
    return (
      <PosterNotice poster={poster} sport={sport} icon="camera">
        {idleNotice}
      </PosterNotice>
    );
  }
  const isForSale = !isPaymentPending && needsPlan(playback);
  const notice = isPaymentPending ? paymentPendingNotice : notices[playback.reason];
  return (
    <PosterNotice
      poster={poster}
      sport={sport}
      icon={notice?.icon ?? 'lock'}
      below={isForSale && offer}
      teaser={isForSale ? teaser : undefined}
    >
      {notice?.text ?? 'Este partido es para suscriptores.'}
    </PosterNotice>
  );
}

interface Props {
  poster: string | null;
  sport?: Sport;
  icon: IconName;
  below?: ReactNode;
  teaser?: ((lock: ReactNode) => ReactNode) | undefined;
  children: ReactNode;
}

export function PosterNotice({ poster, sport, icon, below, teaser, children }: Props) {
  const lock = (
    <span className="grid size-14 place-items-center rounded-full bg-raised text-text max-sm:size-11">
      <Icon name={icon} size={26} />
    </span>
  );
  return (
    <Thumbnail src={poster} kind={sport} eager imageClassName="scale-110 blur-md">
      <div className="absolute inset-0 grid place-items-center bg-bg/65 p-4 text-center">
        <div className="flex flex-col items-center gap-3">
          {teaser ? teaser(lock) : lock}
          <div className="max-w-110 text-body font-semibold sm:text-lead">{children}</div>
          {below}
        </div>
      </div>
    </Thumbnail>
  );
}

/** Returns true if a payment or login is missing; false for an offline live or a video that is being processed. */
export const needsPlan = (playback: Playback) =>
  !playback.granted && (playback.reason === 'LOGIN_REQUIRED' || playback.reason === 'PAYMENT_REQUIRED');

const paymentPendingNotice = { icon: 'clock', text: 'Se abrirá en cuanto llegue tu pago.' } as const;

const notices: Partial<Record<Playback['reason'], { icon: IconName; text: string }>> = {
  LOGIN_REQUIRED: { icon: 'lock', text: 'Este partido es de pago.' },
  PAYMENT_REQUIRED: { icon: 'lock', text: 'Este partido es de pago.' },
  NOT_READY: { icon: 'clock', text: 'El video todavía se está procesando. Vuelve en unos minutos.' },
  OFFLINE: { icon: 'camera', text: 'La emisión no está disponible en este momento.' },
};

/** The line below a live that can be watched with or without delay: shows the delay, and offers the other choice. */
function DelayLine({ delayed, choose }: Delivery) {
  const isDelayed = delayed !== undefined;
  return (
    <div className="-mb-4 flex min-h-13 flex-wrap items-center gap-x-2 bg-bg py-1 text-small max-sm:justify-between max-sm:px-gutter">
      <p role="status" className="flex items-center gap-2 text-muted">
        <Icon name="clock" size={18} />
        {isDelayed ? 'Con cerca de 1 min de retraso' : 'Sin retraso'}
      </p>
      <Button kind="quiet" size="small" onClick={() => choose(!isDelayed)}>
        {isDelayed ? 'Ver sin retraso' : 'Ver con retraso'}
      </Button>
    </div>
  );
}

/**
 * Sends quality reports of visitors, who have no heartbeats: every quarter of an hour, and when the page is hidden or
 * left. The next report repeats a failed one.
 */
function useVisitorReports(active: boolean, scope: string, quality: QualityReports): void {
  useEffect(() => {
    if (!active) return;
    const send = (isLast: boolean) => {
      const reports = quality.take(scope, { isLast });
      if (reports.length === 0) return;
      api('POST /quality', { body: { reports }, keepalive: isLast }).then(
        () => quality.confirm(reports),
        (error: unknown) => error instanceof ApiError && error.status === 400 && quality.confirm(reports),
      );
    };
    const sendLast = () => send(true);
    const onVisibility = () => document.visibilityState === 'hidden' && sendLast();
    const timer = setInterval(() => send(false), visitorReportMs);
    document.addEventListener('visibilitychange', onVisibility);
    addEventListener('pagehide', sendLast);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', onVisibility);
      removeEventListener('pagehide', sendLast);
      sendLast();
    };
  }, [active, scope, quality]);
}
