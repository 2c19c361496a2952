/** Reads one match from every place that shows, lists, sells or announces it. */
import { toCompetitionSlug } from '../../shared/domain/competition.ts';
import { matchState } from '../../shared/domain/match-state.ts';
import { addresses, call, createPerson, type Person } from './api.ts';
import { requestPaymentLink } from './people.ts';

const text = async (address: string) => (await fetch(address)).text();
const noPicture = /Sin señal desde las? [\d:]+/;

interface Match {
  id: string;
  /** The slug of its only camera. */
  slug: string;
  title: string;
  home: string;
}

export async function readMatch(match: Match, admin: Person) {
  const [views, lists, pages, outside, sale] = await Promise.all([
    readViews(match, admin),
    readLists(match),
    readPages(match),
    readOutside(match),
    readSale(match),
  ]);
  return { ...views, lists, ...pages, ...outside, sale };
}

/** The state in every view of the API, including the back office's. */
async function readViews({ id, slug, title, home }: Match, admin: Person) {
  const params = { id };
  const { token } = admin;
  const [event, signal, listedSignal, lives, live, staff, today, found] = await Promise.all([
    call('GET /sportevents/{id}', { params }).then(({ data }) => data.sportEvent),
    call('GET /sportevents/{id}/signal', { params }).then(({ data }) => data),
    call('GET /signals').then(({ data }) => data.signals.find(({ eventId }) => eventId === id)),
    call('GET /sportevents/{id}/lives', { params }).then(({ data }) => data.liveUsers.length),
    call('GET /liveusers/{slug}', { params: { slug } }).then(({ data }) => data.liveUser),
    call('GET /live/sportevents/{id}', { token, params }).then(({ data }) => data.sportEvent),
    call('GET /live/today', { token }).then(({ data }) => data.matches.find((one) => one.id === id)),
    call('GET /search', { query: { search: title } }).then(({ data }) => data.sportEvents.items[0]),
  ]);
  const clubLives = (await call('GET /clubs/{id}/lives', { params: { id: home } })).data.liveUsers.length;
  const now = Date.now();
  const kinds = [
    event,
    { ...event, ...signal },
    { ...event, signal: listedSignal ?? event.signal },
    staff,
    live.sportEvent ?? event,
    // Around midnight the match may not be among today's.
    today ?? event,
    ...(found ? [found] : []),
  ].map((one) => matchState(one, now).kind);
  return {
    kind: [...new Set(kinds)].join(),
    isLive: [lives > 0, live.isLive, clubLives > 0],
    isFound: found?.id === id,
  };
}

async function readLists({ id, home }: Match) {
  const isListed = async (time: 'upcoming' | 'results') =>
    (await call('GET /sportevents', { query: { time, clubIds: [home] } })).data.sportEvents.length > 0;
  const scored = (await call('GET /clubs/{id}/results', { params: { id: home } })).data.sportEvents.map(
    (one) => one.id,
  );
  return { upcoming: await isListed('upcoming'), results: await isListed('results'), clubResults: scored.includes(id) };
}

/** The heads that search engines and messengers read, the share picture, and the embeds. */
async function readPages({ id, slug, home }: Match) {
  const [head, liveHead, embed, club] = await Promise.all([
    text(`${addresses.web}/evento/${id}`),
    text(`${addresses.web}/live/${slug}`),
    text(`${addresses.web}/insertar/partido/${id}`),
    text(`${addresses.web}/insertar/calendario/${home}`),
  ]);
  const readDescription = (page: string) => /<meta name="description" content="([^".]*)\./.exec(page)?.[1];
  return {
    description: readDescription(head),
    liveDescription: readDescription(liveHead),
    broadcasts: head.includes('"subEvent"'),
    picture: /<meta property="og:image" content="([^"]*)"/.exec(head)?.[1],
    status: /"eventStatus":"https:\/\/schema.org\/(\w+)"/.exec(head)?.[1],
    embed: [
      /class="live"/.test(embed),
      (noPicture.exec(embed) ?? /Finalizado|Aplazado|Cancelado/.exec(embed))?.[0],
      /class="go"[^>]*>([^<]*)</.exec(embed)?.[1]?.replaceAll('\u00a0', ' '),
    ],
    club: [/class="live"/.test(club), (noPicture.exec(club) ?? /Aplazado|Cancelado/.exec(club))?.[0]],
  };
}

/** Calendars, the sitemap, and the table of its competition. */
async function readOutside({ id, home }: Match) {
  const { data } = await call('GET /sportevents/{id}', { params: { id } });
  const { scheduledStartDate: start, competition = null, ...named } = data.sportEvent;
  const slug = String(toCompetitionSlug({ ...named, competition, start }));
  const [own, ofClub, table, facts, sitemap] = await Promise.all([
    text(`${addresses.api}/sportevents/${id}/calendar`),
    text(`${addresses.api}/clubs/${home}/calendar`),
    call('GET /competitions/{slug}/standings', { params: { slug } }),
    call('GET /competitions/{slug}', { params: { slug } }),
    text(`${addresses.web}/sitemap.xml`),
  ]);
  const parts = [...sitemap.matchAll(/<loc>([^<]*\/sitemaps\/events-[^<]*)</g)].map(([, part = '']) => part);
  const listed = await Promise.all(parts.map((part) => text(addresses.web + new URL(part).pathname)));
  const status = (calendar: string) => /STATUS:(\w+)/.exec(calendar)?.[1];
  const row = table.data.standings.find(({ clubId }) => clubId === home);
  return {
    calendar: [...new Set([status(own), status(ofClub)])].join(),
    table: { played: row?.played ?? 0, points: row?.points ?? 0, missing: facts.data.competition.missing },
    isInSitemap: listed.some((part) => part.includes(`/evento/${id}<`)),
  };
}

/** The server's answer to an attempt to buy it. */
async function readSale({ id }: Match): Promise<string> {
  const buyer = await createPerson('REGULAR_BASIC');
  const { code } = await requestPaymentLink(buyer, { productType: 'PT_SPORT_EVENT', sportEventId: id });
  return code ?? 'sold';
}
