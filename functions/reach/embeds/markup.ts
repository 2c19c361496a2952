/**
 * Main element of an embed page; web/insertar.html has the rest. Pure. Links open a new tab, so that the club's
 * visitors keep their page.
 */
import type { Sport } from '../../../shared/contract/schema.ts';
import { escapeHtml } from '../../../shared/domain/escape-html.ts';
import { madridText } from '../../../shared/domain/madrid-text.ts';
import { paths } from '../../../shared/domain/paths.ts';
import { reservationTerms } from '../../../shared/domain/reservation.ts';

interface Side {
  name: string;
  crest: string | null;
}

interface Score {
  home: number;
  away: number;
}

/** A public clip that can be played. */
export interface InnerClip {
  /** Path of its file. */
  path: string;
  title: string;
  poster: string | null;
}

export interface MatchView {
  title: string;
  sport: Sport;
  facts: string;
  /** Home and away, or empty. */
  sides: Side[];
  /** ISO 8601; null while there is no date. */
  start: string | null;
  /** Shown instead of the date: 'Cancelado', 'Finalizado'. */
  note: string | null;
  isLive: boolean;
  /** True before and during the match; the page refreshes itself then. */
  mayChange: boolean;
  score: Score | null;
  picture: string | null;
  action: Action;
  clip: InnerClip | null;
}

interface Action {
  path: string;
  text: string;
  /** True if there is something to play. */
  plays?: boolean;
  /** True if the match is sold before there is anything to play. */
  isReservation?: boolean;
}

export interface RowView {
  path: string;
  title: string;
  start: string;
  note: string | null;
  isLive: boolean;
  sides: Side[];
  score: Score | null;
}

export interface CalendarView {
  name: string;
  crest: string | null;
  path: string;
  next: RowView[];
  last: RowView[];
}

export function renderMatchMarkup(view: MatchView): string {
  const { title, facts, sides, start, note, isLive, mayChange, score, action, clip } = view;
  const [home, away] = sides;
  const state = isLive ? '<strong class="live">En directo</strong>' : note ? `<span>${escapeHtml(note)}</span>` : '';
  const when = start && !isLive ? `<time datetime="${start}">${escapeHtml(longDate(start))}</time>` : '';
  const middle = score ? `<b class="score">${score.home} – ${score.away}</b>` : '<b class="versus">vs</b>';
  const heading =
    home && away
      ? `<h1 class="sides">${renderSide(home)}${middle}${renderSide(away)}</h1>`
      : `<h1>${escapeHtml(title)}</h1>`;
  const again = isLive || mayChange ? ' data-again' : '';
  return `<main class="match"${again}>
${clip ? renderVideo(clip) : renderStill(view)}
<div class="board">
${heading}
<p class="facts">${[state, when, facts && `<span>${escapeHtml(facts)}</span>`].filter(Boolean).join(' ')}</p>
${action.isReservation ? terms : ''}
${renderFoot(action)}
</div>
</main>`;
}

export function renderCalendarMarkup({ name, crest, path, next, last }: CalendarView): string {
  return `<main class="calendar" data-again>
<h1>${renderPicture(crest, 40)}${escapeHtml(name)}</h1>
<div class="lists">
${renderList('Próximos partidos', next, 'No hay partidos anunciados.')}
${last.length > 0 ? renderList('Últimos resultados', last, '') : ''}
</div>
<p class="zone">Horas peninsulares</p>
${renderFoot({ path, text: 'Ver el club' })}
</main>`;
}

export const renderMissingMarkup = () => `<main class="missing">
<h1>Esto ya no está aquí</h1>
<p>El partido se ha quitado o la dirección no es correcta.</p>
${renderFoot({ path: paths.home, text: 'Ver partidos' })}
</main>`;

const terms = `<p class="zone">${reservationTerms}</p>`;

const renderSide = ({ name, crest }: Side) =>
  `<span class="side">${renderPicture(crest, 56)}<span>${escapeHtml(name)}</span></span>`;

/** Decorative: the club's name follows. */
export const renderPicture = (crest: string | null, size: number) =>
  crest ? `<img class="crest" src="${escapeHtml(crest)}" alt="" width="${size}" height="${size}" />` : '';

const renderVideo = ({ path, title, poster }: InnerClip) =>
  `<video class="stage" src="${escapeHtml(path)}"${poster ? ` poster="${escapeHtml(poster)}"` : ''} controls playsinline preload="none" aria-label="${escapeHtml(title)}"></video>`;

/** The whole picture links to the page; keyboard users get the button. */
function renderStill({ picture, sport, action }: MatchView): string {
  const address = picture ?? (sport === 'SOCCER' ? '/match.svg' : '/court.svg');
  return `<a class="stage" href="${escapeHtml(action.path)}" target="_blank" rel="noopener" tabindex="-1" aria-hidden="true"><img src="${escapeHtml(address)}" alt="" />${action.plays ? '<span class="play"></span>' : ''}</a>`;
}

export const renderFoot = ({ path, text }: Action) =>
  `<p class="foot"><a class="brand" href="${paths.home}" target="_blank" rel="noopener">Cantera TV</a><a class="go" href="${escapeHtml(path)}" target="_blank" rel="noopener">${escapeHtml(text)}</a></p>`;

const renderList = (title: string, rows: RowView[], nothing: string) => `<section>
<h2>${title}</h2>
${rows.length > 0 ? `<ul>\n${rows.map(renderRow).join('\n')}\n</ul>` : `<p class="nothing">${nothing}</p>`}
</section>`;

function renderRow({ path, title, start, note, isLive, sides, score }: RowView): string {
  const [home, away] = sides;
  const points = score ? [score.home, score.away] : [];
  const names =
    home && away
      ? [home, away]
          .map(
            ({ name, crest }, index) =>
              `<span class="team">${renderPicture(crest, 24)}<span>${escapeHtml(name)}</span>${points[index] === undefined ? '' : `<b>${points[index]}</b>`}</span>`,
          )
          .join('')
      : `<span class="team"><span>${escapeHtml(title)}</span></span>`;
  const state = isLive
    ? '<strong class="live">En directo</strong>'
    : note && note !== 'Finalizado'
      ? escapeHtml(note)
      : escapeHtml(hour(start));
  return `<li><a href="${escapeHtml(path)}" target="_blank" rel="noopener"><time datetime="${start}">${escapeHtml(day(start))}<span class="when">${state}</span></time><span class="teams">${names}</span></a></li>`;
}

const format = (options: Intl.DateTimeFormatOptions) => {
  const text = madridText({ hourCycle: 'h23', ...options });
  return (iso: string) => text(new Date(iso));
};

const longDate = format({ weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' });
const day = format({ weekday: 'short', day: 'numeric', month: 'short' });
const hour = format({ hour: '2-digit', minute: '2-digit' });
