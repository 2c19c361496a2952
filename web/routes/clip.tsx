/** /clip/{id}: a published clip with sharing and download, without login. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Navigate, useParams } from 'react-router-dom';
import type { PublicClip } from '../../shared/contract/clip.ts';
import { listSides } from '../../shared/domain/match.ts';
import { ClubRow } from '../features/league/clubs/club-grid.tsx';
import { ItemHeading, MatchTitle } from '../features/league/events/item-heading.tsx';
import { MatchOffer } from '../features/reach/clip/match-offer.tsx';
import { MoreClips } from '../features/reach/clip/more-clips.tsx';
import { ReportLink } from '../features/trust/matters/report-link.tsx';
import { ShareButton } from '../features/viewing/playback/share-button.tsx';
import { WatchLayout, WatchSkeleton } from '../features/viewing/playback/watch-layout.tsx';
import { api } from '../lib/api.ts';
import { formatDuration, formatLongDate } from '../lib/format.ts';
import { isNotFound } from '../lib/load-errors.ts';
import { paths } from '../lib/paths.ts';
import { useResultsHidden } from '../lib/results-visibility.ts';
import { saveFile, toFileName } from '../lib/save-file.ts';
import { useTitle } from '../lib/use-title.ts';
import { Player, usePlayerPreload } from '../player/player.tsx';
import { ActionRow } from '../ui/action-row.tsx';
import { Button, chooseButtonLook } from '../ui/button.tsx';
import { LoadFailure } from '../ui/load-failure.tsx';
import { toast } from '../ui/toaster.tsx';

export default function ClipPage() {
  const { id = '' } = useParams();
  const query = useQuery({
    queryKey: ['clip', id],
    queryFn: async ({ signal }) => (await api('GET /clips/{id}', { params: { id }, signal })).data.clip,
    // A refetch would interrupt playback, because each response has another signed address. The player asks for one
    // when it needs it.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });
  const failure = query.isLoadingError ? query.error : undefined;
  const clip = query.data;
  useTitle(clip?.title);
  usePlayerPreload(true);
  if (failure && isNotFound(failure)) return <Navigate to={paths.notFound} replace />;
  if (failure) return <LoadFailure heading error={failure} />;
  if (!clip) return <WatchSkeleton />;
  const sides = clip.sportEvent && listSides(clip.sportEvent);
  return (
    <WatchLayout
      stage={
        <Player
          key={clip.id}
          url={clip.video}
          poster={clip.poster}
          title={clip.title}
          file
          loop
          renew={async () => (await query.refetch()).data?.video}
        />
      }
      heading={<ClipHeading key={clip.id} clip={clip} />}
      meta={[
        clip.kind === 'SUMMARY' ? 'Resumen' : 'Clip',
        formatDuration(clip.seconds),
        formatLongDate(clip.dateCreated),
      ]}
      summary=""
    >
      <MatchOffer clip={clip} />
      <ActionRow
        more={
          <>
            <Download clip={clip} />
            <ReportLink />
          </>
        }
      >
        <a
          href={`https://wa.me/?text=${encodeURIComponent(`${clip.title} ${location.origin}${paths.clip(clip.id)}`)}`}
          target="_blank"
          rel="noopener"
          className={chooseButtonLook('secondary', 'medium')}
        >
          <ClipIcon name="whatsapp" />
          Enviar por WhatsApp
        </a>
        <ShareButton title={clip.title} />
      </ActionRow>
      {/* The heading has named the sides. */}
      {!sides && <ClubRow clubs={clip.clubs} />}
      <MoreClips clips={clip.more} sport={clip.sportEvent?.sport} />
    </WatchLayout>
  );
}

/** The clip's title, and its match with the clip's score and minute. */
function ClipHeading({ clip: { title, moment, sportEvent } }: { clip: PublicClip }) {
  const isHidden = useResultsHidden();
  const [revealed, setRevealed] = useState(false);
  if (!moment) return <ItemHeading title={title} event={sportEvent} />;
  const isScoreHidden = isHidden && !revealed;
  return (
    <MatchTitle
      title={title}
      event={sportEvent}
      score={isScoreHidden ? null : { ...moment, phase: 'ENDED', period: 0 }}
      state={isScoreHidden ? undefined : moment.time}
      reveal={isScoreHidden ? () => setRevealed(true) : undefined}
    />
  );
}

/** Downloads by fetching the file, because browsers ignore `download` on a cross-origin link. */
function Download({ clip }: { clip: PublicClip }) {
  const [busy, setBusy] = useState(false);
  const download = async () => {
    setBusy(true);
    try {
      const { data } = await api('GET /clips/{id}', { params: { id: clip.id } });
      const answer = await fetch(data.clip.video);
      if (!answer.ok) throw new Error(`Clip file: HTTP ${answer.status}`);
      saveFile(await answer.blob(), toFileName(clip.title, 'mp4'));
    } catch {
      toast.error('No se ha podido descargar el clip. Vuelve a intentarlo.');
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button kind="secondary" busy={busy} onClick={download}>
      {!busy && <ClipIcon name="download" />}
      Descargar
    </Button>
  );
}

/** Icons that only the clip page needs; web/ui/icon.tsx, with the same style, is loaded by every page. */
const clipIcons = {
  whatsapp:
    'M4 20l1.300-4.200A8.200 8.200 0 1 1 8.400 18.800zM9.200 8.400c-.5 3.400 2.900 7 6.400 6.700l.700-1.700-2-1.200-.900.800c-1-.4-1.900-1.300-2.300-2.300l.800-.900-1.100-2z',
  download: 'M12 4.500v10.500M7 10.500l5 5 5-5M5 19.500h14',
} as const;

function ClipIcon({ name }: { name: keyof typeof clipIcons }) {
  return (
    <svg
      aria-hidden="true"
      className="shrink-0"
      width={18}
      height={18}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.8}
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={clipIcons[name]} />
    </svg>
  );
}
