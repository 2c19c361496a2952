/** A picture from edge to edge with a heading over it: the top of home and landing. */
import type { ReactNode } from 'react';
import type { Sport } from '../../../../shared/schema.ts';
import { fallback } from '../../../ui/thumbnail.tsx';

export function HeroFrame({
  picture,
  sport = 'SOCCER',
  line,
  title,
  text,
  background,
  children,
}: {
  picture: string | null;
  sport?: Sport;
  line: ReactNode;
  title: string;
  text: string;
  /** In front of the picture and behind the scrim, which keeps the texts readable. */
  background?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <section
      className={`${heroRoom} relative isolate flex flex-col justify-end overflow-hidden px-gutter pt-24 pb-10 sm:justify-center`}
    >
      <img
        src={picture ?? fallback[sport]}
        alt=""
        fetchPriority="high"
        className="absolute inset-0 -z-20 size-full object-cover"
        onError={(event) => {
          if (!event.currentTarget.src.endsWith(fallback[sport])) event.currentTarget.src = fallback[sport];
        }}
      />
      {background}
      <div className="absolute inset-0 -z-10 bg-linear-to-t from-bg from-5% via-bg/70 to-bg/30 sm:bg-linear-to-r sm:from-25% sm:via-bg/85 sm:via-50% sm:to-transparent" />
      <div className="absolute inset-x-0 bottom-0 -z-10 h-40 bg-linear-to-t from-bg to-transparent" />
      <div className="flex min-h-6 flex-wrap items-center gap-3 text-small font-medium text-text/85">{line}</div>
      <h1 className="mt-4 line-clamp-4 max-w-[16ch] text-hero break-words uppercase">{keepDash(title)}</h1>
      <p className="mt-5 line-clamp-3 max-w-[46ch] text-text/85">{text}</p>
      <div className="mt-6 flex min-h-11 flex-wrap gap-3">{children}</div>
    </section>
  );
}

export const heroRoom = 'min-h-[min(72vh,720px)]';

/** A line never begins with the dash between two teams. */
const keepDash = (title: string) => title.replaceAll(' – ', '\u00a0– ');
