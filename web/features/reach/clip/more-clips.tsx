import type { PublicClip } from '../../../../shared/contract/clip.ts';
import type { Sport } from '../../../../shared/contract/schema.ts';
import { formatDuration } from '../../../lib/format.ts';
import { paths } from '../../../lib/paths.ts';
import { Card } from '../../../ui/card.tsx';

export function MoreClips({ clips, sport }: { clips: PublicClip['more']; sport: Sport | undefined }) {
  if (clips.length === 0) return null;
  return (
    <section aria-labelledby="mas-clips">
      <h2 id="mas-clips" className="mb-4 text-lead">
        Más clips del club
      </h2>
      <div className="grid-cards">
        {clips.map(({ id, title, kind, seconds, poster }) => (
          <Card
            key={id}
            to={paths.clip(id)}
            title={title}
            meta={kind === 'SUMMARY' ? 'Resumen' : ''}
            picture={poster}
            sport={sport ?? 'SOCCER'}
            duration={formatDuration(seconds)}
          />
        ))}
      </div>
    </section>
  );
}
