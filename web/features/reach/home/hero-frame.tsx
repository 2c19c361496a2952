/** A full-width picture with a heading over it, at the top of the home and landing pages. */
import { type ReactNode, useState } from 'react';
import type { Sport } from '../../../../shared/contract/schema.ts';
import { cx } from '../../../lib/class-names.ts';
import { fallback } from '../../../ui/thumbnail.tsx';
import { WidePicture } from '../../../ui/wide-picture.tsx';

export function HeroFrame({
  picture,
  sport = 'SOCCER',
  line,
  title,
  text,
  isUncropped = false,
  background,
  children,
}: {
  picture: string | null;
  sport?: Sport;
  line: ReactNode;
  title: string;
  text: string;
  /** Shows the whole picture with the texts beside or below it; on phones, its small copy. */
  isUncropped?: boolean;
  /** Content between the picture and the scrim that keeps the texts readable. */
  background?: ReactNode;
  children?: ReactNode;
}) {
  const [failed, setFailed] = useState<string>();
  const source = picture && picture !== failed ? picture : fallback[sport];
  // The landing page's still has no small copy.
  const Picture = isUncropped ? WidePicture : 'img';
  return (
    <section
      data-theme="stage"
      data-hero
      className={cx(
        'relative isolate flex flex-col overflow-hidden bg-bg px-gutter',
        isUncropped
          ? `${homeHeroSize} beside:justify-center`
          : 'min-h-[58vh] justify-end pt-16 pb-10 sm:min-h-[min(67vh,720px)] sm:justify-center',
      )}
    >
      <Picture
        src={source}
        alt=""
        fetchPriority="high"
        className={cx(
          'absolute -z-20 object-cover',
          isUncropped
            ? 'inset-x-0 top-0 aspect-video w-full beside:left-auto beside:h-full beside:w-auto'
            : 'inset-0 size-full',
        )}
        onError={() => setFailed(picture ?? undefined)}
      />
      {background}
      {isUncropped ? (
        <div className="absolute inset-x-0 top-0 -z-10 aspect-video bg-linear-to-t from-bg from-5% to-transparent to-60% beside:left-auto beside:h-full beside:bg-linear-to-r beside:from-0% beside:to-30%" />
      ) : (
        <>
          <div className="absolute inset-0 -z-10 bg-linear-to-t from-bg from-5% via-bg/70 to-bg/30 sm:bg-linear-to-r sm:from-25% sm:via-bg/85 sm:via-50% sm:to-transparent" />
          <div className="absolute inset-x-0 bottom-0 -z-10 h-40 bg-linear-to-t from-bg to-transparent" />
        </>
      )}
      <div className="flex min-h-6 flex-wrap items-center gap-3 text-small font-medium text-text/85">{line}</div>
      <h1
        className={cx(
          'mt-4 max-w-[16ch] text-hero break-words uppercase',
          isUncropped ? 'line-clamp-3 beside:max-w-[40vw] beside:text-[3.5vw]' : 'line-clamp-4',
        )}
      >
        {joinDash(title)}
      </h1>
      <p className={cx('mt-5 max-w-[46ch] text-text/85', isUncropped ? 'line-clamp-2' : 'line-clamp-3')}>{text}</p>
      <div className="mt-6 flex min-h-11 flex-wrap gap-3">{children}</div>
    </section>
  );
}

/**
 * Fixed height of the hero, so that nothing shifts. On phones: the picture and the longest texts, three title lines
 * (3.45em) and two lines below; elsewhere the texts beside the picture.
 */
export const homeHeroSize =
  'min-h-[calc(56.25vw+10rem+3.45*clamp(2.25rem,1.4rem+3.9vw,4.5rem))] pt-[calc(56.25vw-2.5rem)] pb-6 beside:min-h-[max(min(56vh,640px,35vw),15rem+12.1vw)] beside:py-8';

/** Keeps the dash between two teams off the start of a line. */
const joinDash = (title: string) => title.replaceAll(' – ', '\u00a0– ');
