import { useState } from 'react';
import { paths } from '../../../lib/paths.ts';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { ClipCutter } from './clip-cutter.tsx';
import { useCutViewerClip } from './queries.ts';
import { ViewerClips } from './viewer-clips.tsx';

export function ViewerClipButton({
  vodId,
  duration,
  thumbnailsUrl,
  current,
}: {
  vodId: string;
  /** Seconds of the recording. */
  duration: number;
  thumbnailsUrl: string | undefined;
  /** Returns the playback position, in seconds. */
  current: () => number;
}) {
  const [view, setView] = useState<'list' | { at: number }>();
  const cut = useCutViewerClip(vodId);
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
          <ViewerClips vodId={vodId} />
        </Dialog>
      )}
      {typeof view === 'object' && (
        <ClipCutter
          at={view.at}
          duration={duration}
          thumbnailsUrl={thumbnailsUrl}
          clubs={[]}
          busy={cut.isPending}
          onCut={(part) => cut.mutate(part, { onSuccess: () => setView('list') })}
          onClose={close}
        />
      )}
    </>
  );
}
