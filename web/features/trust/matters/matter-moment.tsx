/** The frame of the second that a matter names, and a link that plays it with its sound. */
import { Link } from 'react-router-dom';
import { parseCuts, toShownSecond } from '../../../../shared/domain/withdrawn.ts';
import { formatDuration } from '../../../lib/format.ts';
import { paths } from '../../../lib/paths.ts';
import { Icon } from '../../../ui/icon.tsx';
import { useVod } from '../../recordings/vods/queries.ts';
import { Still } from '../../recordings/vods/still.tsx';
import { findStill, useStills } from '../../recordings/vods/stills.ts';

interface Props {
  recording: { id: string; title: string };
  /** Second of the recording, also counting removed ranges. */
  second: number;
}

export function MatterMoment({ recording, second }: Props) {
  const { data: vod } = useVod(recording.id);
  const { data: stills = [] } = useStills(vod?.playback.thumbnailsUrl);
  const shownSecond = Math.floor(toShownSecond(parseCuts(vod?.playback.cuts ?? ''), second));
  const still = findStill(stills, shownSecond);
  const time = formatDuration(shownSecond);
  return (
    <figure className="flex flex-wrap items-center gap-4 rounded-sm bg-raised p-3">
      {/* The decision below keeps its place when the still arrives. */}
      <div className="aspect-video w-full max-w-80 overflow-hidden rounded-sm bg-black">
        {still && <Still src={still} alt={`Imagen del minuto ${time}`} className="size-full object-contain" />}
      </div>
      <figcaption className="flex min-w-0 flex-1 basis-48 flex-col gap-1">
        <span className="font-semibold tabular-nums">{`Minuto ${time}`}</span>
        <span className="text-small wrap-anywhere text-muted">{recording.title}</span>
        <Link
          to={`${paths.vod(recording.id)}?t=${shownSecond}`}
          target="_blank"
          rel="noopener"
          className="inline-flex min-h-11 items-center gap-2 underline underline-offset-4"
        >
          <Icon name="play" size={18} />
          Ver y oír desde aquí
        </Link>
      </figcaption>
    </figure>
  );
}
