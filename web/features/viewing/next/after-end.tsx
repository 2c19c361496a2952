/** Over the end of a recording: what comes next, after a countdown that can be stopped (E-PLAYER-4). A chunk of its own. */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { VodCard } from '../../../../shared/recordings/vods.ts';
import { paths } from '../../../app/paths.ts';
import { useSession } from '../../../app/session.tsx';
import { announce } from '../../../lib/announce.ts';
import { api } from '../../../lib/api.ts';
import { formatDuration } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { nextVideo } from './next-video.ts';

const countdownSeconds = 10;

export function AfterEnd({
  vod,
}: {
  vod: Pick<VodCard, 'id' | 'duration' | 'dateCreated' | 'sportEventId' | 'clubs'>;
}) {
  const { data: next } = useNext(vod);
  // Who works on the page, on its clips and moments, is not taken away from it.
  const { isLiveUser, isClubStaff } = useSession();
  const stays = isLiveUser || isClubStaff;
  const [seconds, setLeft] = useState(isCalm() ? undefined : countdownSeconds);
  const left = stays ? undefined : seconds;
  const [closed, setClosed] = useState(false);
  const navigate = useNavigate();
  const counts = next !== undefined && next !== null && left !== undefined && !closed;

  useEffect(() => {
    if (!counts) return;
    const timer = setInterval(() => {
      // Whoever looks elsewhere, or has something open, finds it where they left it.
      if (!document.hidden && !document.querySelector('dialog[open]')) setLeft((before) => before && before - 1);
    }, 1000);
    return () => clearInterval(timer);
  }, [counts]);
  useEffect(() => {
    if (next) announce(`A continuación: ${next.title}`);
  }, [next]);
  useEffect(() => {
    if (counts && left === 0) navigate(paths.vod(next.id));
  }, [counts, left, next, navigate]);

  if (!next || closed) return null;
  return (
    <section
      aria-label="A continuación"
      className="absolute inset-0 grid place-items-center overflow-auto rounded-[inherit] bg-bg/85 p-3"
    >
      <div className="flex w-full max-w-130 items-center gap-4">
        {next.thumbnail && (
          <img
            src={next.thumbnail}
            alt=""
            className="aspect-video w-2/5 max-w-48 shrink-0 rounded-md object-cover max-sm:hidden"
          />
        )}
        <div className="flex min-w-0 flex-col gap-2">
          <p className="text-small text-muted" aria-live="off">
            A continuación{left !== undefined && ` en ${left} s`}
          </p>
          <p className="line-clamp-2 font-semibold break-words">{next.title}</p>
          {next.duration !== null && (
            <p className="text-small text-muted tabular-nums max-sm:hidden">{formatDuration(next.duration)}</p>
          )}
          <div className="flex flex-wrap gap-2">
            <Button size="small" icon="play" onClick={() => navigate(paths.vod(next.id))}>
              Ver ahora
            </Button>
            {left !== undefined && (
              <Button size="small" kind="secondary" onClick={() => setLeft(undefined)}>
                Parar
              </Button>
            )}
          </div>
        </div>
      </div>
      <IconButton icon="close" label="Cerrar" className="absolute top-1 right-1" onClick={() => setClosed(true)} />
    </section>
  );
}

/** Who wants no motion is not moved on either. */
const isCalm = () => globalThis.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? false;

function useNext(vod: Parameters<typeof AfterEnd>[0]['vod']) {
  const { isLoggedIn, isLiveUser, user } = useSession();
  const [club] = vod.clubs;
  const event = vod.sportEventId;
  return useQuery({
    queryKey: ['next', vod.id, user?.id ?? 'visitor'],
    retry: false,
    queryFn: async ({ signal }): Promise<VodCard | null> => {
      const [ofMatch, ofClub] = await Promise.all([
        event === null
          ? []
          : api('GET /sportevents/{id}/vods', { params: { id: event }, signal }).then(({ data }) => data.vods),
        club ? api('GET /clubs/{id}/vods', { params: { id: club.id }, signal }).then(({ data }) => data.vods) : [],
      ]);
      const found = nextVideo(vod, { ofMatch, ofClub, suiting: [] });
      if (found || !isLoggedIn || isLiveUser) return found ?? null;
      const { fromMyClubs, recommended } = (await api('GET /users/me/home', { signal })).data;
      return nextVideo(vod, { ofMatch, ofClub, suiting: [...fromMyClubs, ...recommended] }) ?? null;
    },
  });
}
