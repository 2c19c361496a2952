/** The embed of a competition: its table, or only its clubs if a club forbids results on other sites. */
import { formatCompetitionTitle } from '../../../shared/domain/competition.ts';
import { escapeHtml } from '../../../shared/domain/escape-html.ts';
import { paths } from '../../../shared/domain/paths.ts';
import { readClubs } from '../../league/clubs/store.ts';
import { toCard } from '../../league/competitions/rules.ts';
import { listTables, readRules } from '../../league/competitions/store.ts';
import { readMatches, toStandings } from '../../league/competitions/table.ts';
import { renderFoot, renderPicture } from './markup.ts';
import { type EmbedPage, listEmbedHosts, mayShowTable } from './rules.ts';

export async function renderCompetition(slug: string, now: number): Promise<EmbedPage | undefined> {
  const table = (await listTables()).get(slug);
  if (!table) return undefined;
  const [league, rules] = await Promise.all([readMatches(table, now), readRules(table)]);
  const { clubs: named, missing } = league;
  const stored = await readClubs(named.map(({ id }) => id));
  const showsTable = mayShowTable(stored);
  const byId = new Map(named.map((club) => [club.id, club]));
  const rows = showsTable
    ? toStandings(league, table, rules).flatMap(({ clubId, position, played, scored, conceded, points }) => {
        const club = byId.get(clubId);
        const figures = [played, formatSigned(scored - conceded), points];
        return club ? renderRow(club, position, figures) : [];
      })
    : named.map((club) => renderRow(club, undefined, []));
  const title = formatCompetitionTitle(toCard(table));
  const main = `<main class="calendar competition" data-again>
<h1>${escapeHtml(title)}</h1>
<div class="lists">
<table>
${showsTable ? heading : ''}
<tbody>
${rows.join('\n')}
</tbody>
</table>
</div>
${showsTable && missing > 0 ? `<p class="zone">${missing === 1 ? 'Falta 1 resultado' : `Faltan ${missing} resultados`}</p>` : ''}
${renderFoot({ path: paths.competition(slug), text: 'Ver la clasificación' })}
</main>`;
  return { title, main, hosts: listEmbedHosts(stored) };
}

const heading =
  '<thead><tr><th scope="col">Pos.</th><th scope="col">Club</th><th scope="col"><abbr title="Partidos jugados">PJ</abbr></th><th scope="col"><abbr title="Diferencia">Dif.</abbr></th><th scope="col"><abbr title="Puntos">Pts.</abbr></th></tr></thead>';

interface ClubLine {
  id: string;
  name: string;
  thumbnail: string | null;
}

const renderRow = ({ id, name, thumbnail }: ClubLine, position: number | undefined, figures: (number | string)[]) =>
  `<tr>${position === undefined ? '' : `<td>${position}</td>`}<th scope="row"><a href="${paths.club(id)}" target="_blank" rel="noopener">${renderPicture(thumbnail, 24)}<span>${escapeHtml(name)}</span></a></th>${figures.map((figure) => `<td>${figure}</td>`).join('')}</tr>`;

const formatSigned = (figure: number) => (figure > 0 ? `+${figure}` : figure < 0 ? `−${-figure}` : '0');
