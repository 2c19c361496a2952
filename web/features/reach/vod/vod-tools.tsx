/** The tools of viewers and scorers for a recording, behind the three dots. */

import { type RefObject, useState } from 'react';
import type { Vod } from '../../../../shared/contract/vod.ts';
import { secondsAt } from '../../../../shared/domain/recorded-time.ts';
import { formatDuration } from '../../../lib/format.ts';
import { paths } from '../../../lib/paths.ts';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { ClipCutter } from '../../recordings/clips/clip-cutter.tsx';
import { useCutViewerClip } from '../../recordings/clips/queries.ts';
import { ViewerClips } from '../../recordings/clips/viewer-clips.tsx';
import { useMatchStart, useTimeline } from '../../viewing/scoreboard/queries.ts';

interface Props {
  vod: Vod;
  media: RefObject<HTMLVideoElement | null>;
  /** True for users who keep the match's score. */
  keepsScore: boolean;
  /** Returns the playback position, in seconds. */
  current: () => number;
}

export function VodTools({ vod, media, keepsScore, current }: Props) {
  return (
    <>
      {vod.cutsClips && vod.duration && <ViewerClipButton vod={vod} duration={vod.duration} current={current} />}
      {vod.playback.granted && keepsScore && <StartButton vodId={vod.id} media={media} />}
    </>
  );
}

/** 'El partido empieza aquí', for staff: aligns the scoreboard with a recording whose wall-clock time is unknown. */
function StartButton({ vodId, media }: { vodId: string; media: RefObject<HTMLVideoElement | null> }) {
  const { data } = useTimeline(vodId);
  const start = useMatchStart(vodId);
  // The button needs a match whose score was kept.
  const began = data?.steps.find(({ startedAt }) => startedAt !== null)?.startedAt;
  if (!data || began == null) return null;
  const startsAt = data.from === null ? undefined : secondsAt({ from: data.from, gaps: data.gaps }, began);
  return (
    <Button
      kind="secondary"
      icon="clock"
      busy={start.isPending}
      title={
        startsAt === undefined || startsAt < 0
          ? 'Pon el video en el inicio del partido y púlsalo: el marcador y los goles se colocan solos'
          : `El partido empieza en ${formatDuration(startsAt)}`
      }
      onClick={() => start.mutate(media.current?.currentTime ?? 0)}
    >
      El partido empieza aquí
    </Button>
  );
}

type ClipProps = Pick<Props, 'vod' | 'current'> & { duration: number };

function ViewerClipButton({ vod, duration, current }: ClipProps) {
  const [view, setView] = useState<'list' | { at: number }>();
  const cut = useCutViewerClip(vod.id);
  const close = () => setView(undefined);
  const begin = () => setView({ at: current() });
  return (
    <>
      <Button kind="secondary" icon="film" onClick={begin}>
        Cortar clip
      </Button>
      {view === 'list' && (
        <Dialog
          title="Tus clips de este partido"
          onClose={close}
          wide
          actions={
            <>
              <LinkButton kind="secondary" to={paths.myList}>
                Todos tus clips
              </LinkButton>
              <Button onClick={begin}>Cortar otro</Button>
            </>
          }
        >
          <p className="mb-2 text-small">Solo los veis tú y el club, hasta que el club los publique.</p>
          <ViewerClips vodId={vod.id} />
        </Dialog>
      )}
      {typeof view === 'object' && (
        <ClipCutter
          at={view.at}
          duration={duration}
          thumbnailsUrl={vod.playback.thumbnailsUrl}
          clubs={[]}
          busy={cut.isPending}
          onCut={(part) => cut.mutate(part, { onSuccess: () => setView('list') })}
          onClose={close}
        />
      )}
    </>
  );
}
