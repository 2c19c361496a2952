/**
 * Sections of 'Hoy' below the matches: videos to publish, in processing or failed, and sources on air that viewers
 * cannot see.
 */
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { AwaitingVideo, TodayVideo, UnseenSource } from '../../../../shared/contract/today.ts';
import { capitalise, formatCount, formatDay, formatDuration, formatTime } from '../../../lib/format.ts';
import { paths } from '../../../lib/paths.ts';
import { LinkButton } from '../../../ui/button.tsx';
import { MediaStatusPill, MediaThumbnail } from '../../../ui/media-thumbnail.tsx';
import { TextLink } from '../../../ui/text-link.tsx';
import { useManagement } from '../../platform/back-office/use-management.ts';
import { CameraLight } from './camera-light.tsx';
import { cameraPath } from './next-step.ts';
import { PublishButton } from './publish-button.tsx';

export function TodaySection({ title, count, children }: { title: string; count?: number; children: ReactNode }) {
  return (
    <section aria-label={title} className="mt-8">
      <h2 className="mb-3 flex items-baseline gap-2 text-lead">
        {title}
        {count !== undefined && (
          <span className="font-body text-small font-medium text-muted">{formatCount(count)}</span>
        )}
      </h2>
      {children}
    </section>
  );
}

export const listLook = 'divide-y divide-line overflow-hidden rounded-md border border-line bg-surface';
export const lineLook = 'flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2.5';

interface Props<Video extends TodayVideo> {
  title: string;
  videos: { items: readonly Video[]; total: number };
  rest: string;
  action: (video: Video) => ReactNode;
}

/** `rest` is the address of the full list, linked if not all videos are shown. */
export function VideoLines<Video extends TodayVideo>({ title, videos, rest, action }: Props<Video>) {
  if (videos.total === 0) return null;
  return (
    <TodaySection title={title} count={videos.total}>
      <ul className={listLook}>
        {videos.items.map((video) => (
          <li key={video.id} className={lineLook}>
            <div className="flex min-w-0 grow basis-64 items-center gap-3">
              {isAwaiting(video) && (
                <div className="w-24 shrink-0">
                  <MediaThumbnail src={video.thumbnail} status={video.status} sport={video.sport} />
                </div>
              )}
              <div className="min-w-0">
                <Link to={editPath(video)} className="line-clamp-2 font-semibold underline-offset-4 hover:underline">
                  {video.title}
                </Link>
                {isAwaiting(video) && <p className="text-note text-muted">{describeAwaiting(video)}</p>}
                {video.failure && <p className="text-note text-danger wrap-anywhere">{video.failure}</p>}
              </div>
            </div>
            {action(video)}
          </li>
        ))}
        {videos.total > videos.items.length && (
          <li className="px-4 py-2">
            <TextLink to={rest} isTarget>
              Ver los {formatCount(videos.total)}
            </TextLink>
          </li>
        )}
      </ul>
    </TodaySection>
  );
}

const isAwaiting = (video: TodayVideo | AwaitingVideo): video is AwaitingVideo => 'isBroadcast' in video;

/** Returns, for example, '1:32:05 · Emisión de CD Sauce, Rivera CF · Ayer, 18:32'. */
function describeAwaiting({ duration, clubs, isBroadcast, dateCreated }: AwaitingVideo): string {
  const who = [isBroadcast ? 'Emisión' : 'Subida', clubs.map(({ name }) => name).join(', ')];
  const when = `${capitalise(formatDay(dateCreated))}, ${formatTime(dateCreated)}`;
  return [duration && formatDuration(duration), who.filter(Boolean).join(' de '), when].filter(Boolean).join(' · ');
}

const editPath = ({ kind, id }: TodayVideo) =>
  ({ vods: paths.manage.vods, contentvideos: paths.manage.content, advideos: paths.manage.ads })[kind].edit(id);

export const publishAction = ({ id, title }: TodayVideo) => <PublishButton id={id} title={title} text="Publicar" />;

export const progressMark = ({ status, progress }: TodayVideo) => (
  <MediaStatusPill status={status} progress={progress} started="Procesando" />
);

export const openFailure = (video: TodayVideo) => (
  <LinkButton to={editPath(video)} kind="secondary" size="small">
    Ver qué hacer
  </LinkButton>
);

/** Sources on air hidden from viewers and, apart, those that a stage may show although their airtime is another. */
export const UnseenSourceLines = ({ sources }: { sources: readonly UnseenSource[] }) => (
  <>
    <SourceLines title="Emiten y nadie lo ve" sources={sources.filter(({ reason }) => reason !== 'OUT_OF_TIME')} />
    <SourceLines title="Emiten fuera de horario" sources={sources.filter(({ reason }) => reason === 'OUT_OF_TIME')} />
  </>
);

function SourceLines({ title, sources }: { title: string; sources: readonly UnseenSource[] }) {
  const { isClubStaff } = useManagement();
  if (sources.length === 0) return null;
  return (
    <TodaySection title={title} count={sources.length}>
      <ul className={listLook}>
        {sources.map((source) => (
          <li key={source.id} className={lineLook}>
            <div className="min-w-0 grow basis-64">
              <CameraLight
                light={source.light}
                isMatchPlayed
                slug={source.slug}
                to={isClubStaff ? undefined : cameraPath(source)}
              />
              <p className="pl-4.5 text-note text-muted">{unseenReasons[source.reason]}</p>
            </div>
            <LinkButton
              to={
                source.eventId && (source.reason === 'HIDDEN_MATCH' || source.reason === 'OUT_OF_TIME')
                  ? paths.manage.events.edit(source.eventId)
                  : cameraPath(source)
              }
              kind="secondary"
              size="small"
            >
              {remedyTexts[source.reason]}
            </LinkButton>
          </li>
        ))}
      </ul>
    </TodaySection>
  );
}

const unseenReasons: Record<UnseenSource['reason'], string> = {
  TEST: 'Está en pruebas: solo se ve en el panel.',
  NO_MATCH: 'No tiene partido: elige cuál retransmite.',
  HIDDEN_MATCH: 'Su partido está oculto.',
  OUT_OF_TIME: 'Emite fuera del horario de su partido.',
};

const remedyTexts: Record<UnseenSource['reason'], string> = {
  TEST: 'Pasar a producción',
  NO_MATCH: 'Asignar un partido',
  HIDDEN_MATCH: 'Abrir el partido',
  OUT_OF_TIME: 'Abrir el partido',
};
