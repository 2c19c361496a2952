/** The user's clips, shown once there is one. */

import { useViewerClips } from '../../recordings/clips/queries.ts';
import { ViewerClips } from '../../recordings/clips/viewer-clips.tsx';

export function MyClips() {
  const { data: clips = [] } = useViewerClips(undefined);
  if (clips.length === 0) return null;
  return (
    <section aria-labelledby="mis-clips" className="flex max-w-180 flex-col gap-2 pt-10">
      <h2 id="mis-clips" className="text-lead">
        Mis clips
      </h2>
      <p className="text-small text-muted">Solo los veis tú y el club, hasta que el club los publique.</p>
      <ViewerClips />
    </section>
  );
}
