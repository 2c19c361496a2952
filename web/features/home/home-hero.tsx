/** The first thing seen: the match on air, else the next one, else the latest recording. Always the same height. */
import type { ReactNode } from 'react';
import type { SportEvent } from '../../../shared/events.ts';
import type { LiveCard } from '../../../shared/live.ts';
import type { VodCard } from '../../../shared/vods.ts';
import { paths } from '../../app/paths.ts';
import { formatDay, formatKickOff } from '../../lib/format.ts';
import { LiveBadge } from '../../ui/badge.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { capitalised, sportName } from '../matches/match-cards.tsx';

export function HomeHero({
  live,
  next,
  latest,
  loading,
}: {
  live?: LiveCard;
  next?: SportEvent;
  latest?: VodCard;
  loading: boolean;
}) {
  if (live) {
    return (
      <Frame
        picture={live.thumbnail}
        line={
          <>
            <LiveBadge /> {sportName(live.sport)}
          </>
        }
        title={live.title || live.slug}
        text={live.summary || 'El partido, en directo. También disponible en diferido.'}
      >
        <LinkButton to={paths.live(live.slug)} icon="play">
          Ver ahora
        </LinkButton>
        {live.sportEventId && (
          <LinkButton to={paths.event(live.sportEventId)} kind="secondary">
            Más información
          </LinkButton>
        )}
      </Frame>
    );
  }
  if (loading) return <div className={`${room} bg-surface`} />;
  if (next) {
    return (
      <Frame
        picture={next.thumbnail}
        line={`${sportName(next.sport)} · ${capitalised(formatKickOff(next.scheduledStartDate))}`}
        title={next.title}
        text={next.summary || 'El próximo partido, en directo aquí.'}
      >
        <LinkButton to={paths.event(next.id)}>Ver el partido</LinkButton>
      </Frame>
    );
  }
  if (latest) {
    return (
      <Frame
        picture={latest.thumbnail}
        line={`${sportName(latest.sport)} · ${capitalised(formatDay(latest.dateCreated))}`}
        title={latest.title}
        text={latest.summary || 'El último partido, completo y cuando quieras.'}
      >
        <LinkButton to={paths.vod(latest.id)} icon="play">
          Ver partido
        </LinkButton>
      </Frame>
    );
  }
  return (
    <Frame
      picture={null}
      line="Fútbol y baloncesto de cantera"
      title="Tu club, en directo"
      text="Los partidos de tus hijos, tus nietas y tus vecinos, en directo y cuando quieras."
    >
      <LinkButton to={paths.clubs}>Ver los clubes</LinkButton>
    </Frame>
  );
}

function Frame({
  picture,
  line,
  title,
  text,
  children,
}: {
  picture: string | null;
  line: ReactNode;
  title: string;
  text: string;
  children?: ReactNode;
}) {
  return (
    <section
      className={`${room} relative isolate flex flex-col justify-end overflow-hidden px-gutter pt-24 pb-10 sm:justify-center`}
    >
      <img
        src={picture ?? '/match.svg'}
        alt=""
        fetchPriority="high"
        className="absolute inset-0 -z-20 size-full object-cover"
        onError={(event) => {
          if (!event.currentTarget.src.endsWith('/match.svg')) event.currentTarget.src = '/match.svg';
        }}
      />
      <div className="absolute inset-0 -z-10 bg-linear-to-t from-bg from-5% via-bg/70 to-bg/30 sm:bg-linear-to-r sm:from-25% sm:via-bg/85 sm:via-50% sm:to-transparent" />
      <div className="absolute inset-x-0 bottom-0 -z-10 h-40 bg-linear-to-t from-bg to-transparent" />
      <div className="flex min-h-6 flex-wrap items-center gap-3 text-small font-medium text-text/85">{line}</div>
      <h1 className="mt-4 line-clamp-4 max-w-[16ch] text-hero break-words uppercase">{keepDash(title)}</h1>
      <p className="mt-5 line-clamp-3 max-w-[46ch] text-text/85">{text}</p>
      <div className="mt-6 flex min-h-11 flex-wrap gap-3">{children}</div>
    </section>
  );
}

const room = 'min-h-[min(72vh,720px)]';

/** A line never begins with the dash between two teams. */
const keepDash = (title: string) => title.replaceAll(' – ', '\u00a0– ');
