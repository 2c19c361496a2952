/** /clip/{id}: a published clip with sharing and download, without login. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, Navigate, useParams } from 'react-router-dom';
import type { PublicClip } from '../../shared/contract/clips.ts';
import { ClipIcon } from '../features/recordings/clips/clip-icon.tsx';
import { ClipPlayer } from '../features/recordings/clips/clip-player.tsx';
import { ShareButton } from '../features/viewing/playback/share-button.tsx';
import { WatchLayout, WatchSkeleton } from '../features/viewing/playback/watch-layout.tsx';
import { api } from '../lib/api.ts';
import { formatDuration, formatLongDate } from '../lib/format.ts';
import { isNotFound } from '../lib/load-errors.ts';
import { paths } from '../lib/paths.ts';
import { saveFile, toFileName } from '../lib/save-file.ts';
import { useFailure } from '../lib/use-failure.ts';
import { useTitle } from '../lib/use-title.ts';
import { Button, buttonLook } from '../ui/button.tsx';
import { Crest } from '../ui/crest.tsx';
import { LoadFailure } from '../ui/load-failure.tsx';
import { toast } from '../ui/toaster.tsx';

export default function ClipPage() {
  const { id = '' } = useParams();
  const query = useQuery({
    queryKey: ['clip', id],
    queryFn: async ({ signal }) => (await api('GET /clips/{id}', { params: { id }, signal })).data.clip,
    // A refetch brings another signed address, which would interrupt playback; the player asks for it when it has to.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });
  const failure = useFailure(query);
  const clip = query.data;
  useTitle(clip?.title);
  if (failure && isNotFound(failure)) return <Navigate to={paths.notFound} replace />;
  if (failure) return <LoadFailure error={failure} query={query} />;
  if (!clip) return <WatchSkeleton />;
  return (
    <WatchLayout
      stage={
        <ClipPlayer
          key={clip.id}
          src={clip.video}
          poster={clip.poster}
          label={clip.title}
          className="aspect-video w-full bg-black sm:rounded-md"
          renew={async () => (await query.refetch()).data?.video}
        />
      }
      heading={<h1 className="text-title">{clip.title}</h1>}
      meta={[
        clip.kind === 'SUMMARY' ? 'Resumen' : 'Clip',
        formatDuration(clip.seconds),
        formatLongDate(clip.dateCreated),
      ]}
      summary=""
    >
      <div className="flex flex-wrap gap-3">
        <a
          href={`https://wa.me/?text=${encodeURIComponent(`${clip.title} ${location.origin}${paths.clip(clip.id)}`)}`}
          target="_blank"
          rel="noopener"
          className={buttonLook('primary', 'medium')}
        >
          <ClipIcon name="whatsapp" />
          Enviar por WhatsApp
        </a>
        <ShareButton title={clip.title} />
        <Download clip={clip} />
      </div>
      <p className="text-small text-muted">
        Del partido{' '}
        {clip.vod && (
          <Link to={paths.vod(clip.vod.id)} className={linkLook}>
            {clip.vod.title}
          </Link>
        )}
        {clip.sportEvent && clip.sportEvent.title !== clip.vod?.title && (
          <>
            {clip.vod && ' · '}
            <Link to={paths.event(clip.sportEvent.id)} className={linkLook}>
              {clip.sportEvent.title}
            </Link>
          </>
        )}
      </p>
      <ul aria-label="Clubes" className="flex flex-wrap gap-x-5 gap-y-2">
        {clip.clubs.map((club) => (
          <li key={club.id} className="max-w-full">
            <Link to={paths.club(club.id)} className="flex min-h-11 items-center gap-2 font-semibold">
              <Crest src={club.thumbnail} className="size-8 object-contain" />
              <span className="min-w-0">{club.name}</span>
            </Link>
          </li>
        ))}
      </ul>
    </WatchLayout>
  );
}

const linkLook = 'font-semibold text-text underline underline-offset-4';

/** Fetches the file, because browsers ignore `download` on a cross-origin link. */
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
