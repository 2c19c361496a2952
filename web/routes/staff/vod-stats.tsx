/**
 * /vods/{id}/stats: a recording with its moments. Admins choose the club and see the audience; club staff edit their
 * own club's moments.
 */
import { useEffect, useRef, useState } from 'react';
import { useParams } from 'react-router-dom';
import type { Moment } from '../../../shared/contract/moments.ts';
import type { ManagedVod } from '../../../shared/contract/vod.ts';
import { ItemLoader } from '../../features/platform/back-office/item-loader.tsx';
import { useManagement } from '../../features/platform/back-office/use-management.ts';
import { AudiencePanel } from '../../features/recordings/moments/audience-panel.tsx';
import { MomentStrip } from '../../features/recordings/moments/moment-strip.tsx';
import { MomentsPanel } from '../../features/recordings/moments/moments-panel.tsx';
import { useMoments } from '../../features/recordings/moments/queries.ts';
import { useManagedVod, vodTexts } from '../../features/recordings/vods/manage/queries.ts';
import { useVod } from '../../features/recordings/vods/queries.ts';
import { Stage } from '../../features/viewing/playback/stage.tsx';
import { formatDuration, formatLongDate } from '../../lib/format.ts';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { paths } from '../../lib/paths.ts';
import { ProblemDialog } from '../../player/overlays.tsx';
import { BackOfficeHeading } from '../../ui/back-office-heading.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { Thumbnail } from '../../ui/thumbnail.tsx';

const ClipsPanel = lazyPart(async () => (await import('../../features/recordings/clips/clips-panel.tsx')).ClipsPanel);

/** Milliseconds for which a moment is highlighted after a jump to it. */
const highlightMs = 600;

export default function VodStatsPage() {
  const { id = '' } = useParams();
  return (
    <ItemLoader query={useManagedVod(id)} {...vodTexts(id)}>
      {(item) => <VodStats vod={item} />}
    </ItemLoader>
  );
}

function VodStats({ vod }: { vod: ManagedVod }) {
  const { clubId: ownClubId, isClubStaff } = useManagement();
  const [chosen, setChosen] = useState<string>();
  const clubId = isClubStaff ? ownClubId : (vod.clubs.find(({ id }) => id === chosen) ?? vod.clubs[0])?.id;
  const moments = useMoments(vod.id, clubId);
  const playable = useVod(vod.id);
  const media = useRef<HTMLVideoElement>(null);
  const [highlighted, setHighlighted] = useState<{ id: string }>();
  useEffect(() => {
    if (!highlighted) return;
    const timer = setTimeout(() => setHighlighted(undefined), highlightMs);
    return () => clearTimeout(timer);
  }, [highlighted]);

  const jump = (moment: Moment) => {
    if (media.current) media.current.currentTime = moment.timestampMs / 1000;
    setHighlighted({ id: moment.id });
  };

  return (
    <>
      <BackOfficeHeading title="Estadísticas">
        <LinkButton to={paths.vodQuality(vod.id)} kind="secondary" icon="chart">
          Calidad
        </LinkButton>
        <LinkButton to={paths.manage.vods.edit(vod.id)} kind="secondary" icon="edit">
          Editar video
        </LinkButton>
      </BackOfficeHeading>
      <div className="flex flex-col gap-x-6 gap-y-4 lg:grid lg:grid-cols-[minmax(0,1fr)_22rem] lg:grid-rows-[auto_auto_1fr]">
        {/* On phones the wrapper has no box, so that the player stays at the top along the whole page. */}
        <div className="min-w-0 max-lg:contents">
          <div className="z-20 max-lg:sticky max-lg:top-14">
            <div data-theme="viewer" className="max-sm:-mx-4 max-sm:[&>*]:rounded-none">
              <Recording vod={vod} media={media} />
            </div>
          </div>
          <MomentStrip moments={moments.data ?? []} seconds={vod.duration} onJump={jump} />
          <div className="lg:mt-4">
            <h2 className="text-lead">{vod.title}</h2>
            <p className="mt-1 text-small text-muted">
              {[vod.duration && formatDuration(vod.duration), formatLongDate(vod.dateCreated)]
                .filter(Boolean)
                .join(' · ')}
            </p>
          </div>
        </div>
        <section
          aria-label="Momentos del video"
          className="flex min-w-0 flex-col gap-3 lg:col-start-2 lg:row-span-3 lg:row-start-1"
        >
          <h2 className="text-lead">Momentos</h2>
          {!isClubStaff && vod.clubs.length > 0 && (
            <div className="max-w-full overflow-x-auto">
              <Tabs
                label="Club"
                choices={vod.clubs.map(({ id, name }) => ({ value: id, label: name }))}
                value={clubId ?? ''}
                onChange={setChosen}
              />
            </div>
          )}
          {clubId ? (
            <MomentsPanel
              key={clubId}
              vodId={vod.id}
              clubId={clubId}
              currentMs={() => (media.current?.currentTime ?? 0) * 1000}
              highlightedId={highlighted?.id}
              onJump={jump}
            />
          ) : (
            <EmptyState
              icon="shield"
              title="Este video no tiene clubes"
              text="Los momentos se guardan por club: añade primero los que participan."
              action={<LinkButton to={paths.manage.vods.edit(vod.id)}>Añadir clubes</LinkButton>}
            />
          )}
        </section>
        <ClipsPanel
          source={{ vodId: vod.id }}
          duration={vod.duration}
          moments={moments.data ?? []}
          thumbnailsUrl={playable.data?.playback.thumbnailsUrl}
          current={() => media.current?.currentTime ?? 0}
        />
        {!isClubStaff && (
          <div className="min-w-0">
            <AudiencePanel vod={vod} moments={moments.data ?? []} />
          </div>
        )}
      </div>
    </>
  );
}

function Recording({ vod, media }: { vod: ManagedVod; media: Parameters<typeof Stage>[0]['media'] }) {
  const { data, error, refetch } = useVod(vod.id);
  const [closed, setClosed] = useState(false);
  if (data) {
    return (
      <Stage
        itemKey={vod.id}
        playback={data.playback}
        title={vod.title}
        poster={vod.thumbnail}
        media={media}
        renew={async () => (await refetch()).data?.playback.url}
      />
    );
  }
  return (
    <>
      <Thumbnail src={vod.thumbnail} kind={vod.sport} eager isFullSize />
      {error && !closed && (
        <ProblemDialog
          problem="load"
          onClose={() => setClosed(true)}
          onRetry={async () => {
            await refetch();
          }}
        />
      )}
    </>
  );
}
