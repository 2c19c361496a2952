/** The back office's page about image rights: next matches, teams, competitions, contract; the contact on a club's page. */
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type {
  CompetitionStatement,
  MissingRight,
  RightsMatch,
  TeamStatement,
  Teams,
} from '../../../shared/contract/rights.ts';
import { contractVersion, purposes, statementVersion } from '../../../shared/domain/image-rights.ts';
import { errorAnswer } from '../support/api-answers.ts';
import { admin, callsTo, createList, id, open, person, type Replies } from '../support/app.tsx';
import { managedEvent } from '../support/builders.ts';

const club = { id: id('club'), name: 'CD Sauce' };
const staff = person('CLUB_STAFF', { clubId: club.id });

const team = (fields: Partial<TeamStatement> = {}): TeamStatement => ({
  id: null,
  version: 0,
  sport: 'SOCCER',
  season: 2026,
  category: 'cadete',
  team: null,
  purposes: [],
  matches: 3,
  document: null,
  statedAt: null,
  statedBy: null,
  textVersion: null,
  ...fields,
});

const createTeams = (fields: Partial<Teams> = {}): Replies => ({
  'GET /rights/teams': { data: { club, season: 2026, isEnforced: true, contract: null, teams: [team()], ...fields } },
});

const lack = (fields: Partial<MissingRight> = {}): MissingRight => ({
  reason: 'TEAM',
  purposes: [...purposes],
  club: { id: id('rival'), name: 'CB Ribera' },
  text: 'la autorización de las familias de CB Ribera (todos los usos)',
  ...fields,
});

const match = (fields: Partial<RightsMatch> = {}): RightsMatch => ({
  id: id('match'),
  title: 'CD Sauce – CB Ribera',
  scheduledStartDate: '2026-11-28T10:00:00.000Z',
  sport: 'SOCCER',
  category: 'cadete',
  competition: 'Liga',
  visible: false,
  lacks: [],
  ...fields,
});

const matches = (list: RightsMatch[], isEnforced = true): Replies => ({
  'GET /rights/matches': {
    data: {
      ...createList('matches', list).data,
      isEnforced,
      lacking: list.filter(({ lacks }) => lacks.length > 0).length,
    },
  },
});

describe('[F-RIGHTS-2] the next matches', () => {
  test('show the missing rights, the current audience, and a link to add them', async () => {
    const list = [
      match({ lacks: [lack(), lack({ reason: 'CATEGORY', club: null, text: 'la categoría' })] }),
      match({ id: id('other'), title: 'Pinar UD – Rivera CF', visible: true }),
    ];
    open('/derechos-imagen/manage', { user: admin, replies: matches(list) });
    expect(await screen.findByText(/^Faltan papeles en un partido de estos ocho días.*no se publican/)).toBeDefined();
    const [first, second] = screen
      .getAllByRole('listitem')
      .filter((item) => within(item).queryByRole('link', { name: / – / }));
    expect(first?.textContent).toContain('Solo lo ve el personal');
    expect(first?.textContent).toContain('Falta la autorización de las familias de CB Ribera (todos los usos).');
    expect(within(first!).getByRole('link', { name: 'Ver sus equipos' }).getAttribute('href')).toBe(
      `/derechos-imagen/manage?ver=equipos&club=${id('rival')}`,
    );
    expect(within(first!).getByRole('link', { name: 'Poner la categoría' }).getAttribute('href')).toBe(
      `/sportevents/manage/${id('match')}`,
    );
    expect(second?.textContent).toContain('Todo en regla');
  });

  test('are also shown on a stage that only warns', async () => {
    open('/derechos-imagen/manage', {
      user: admin,
      replies: matches([match({ visible: true, lacks: [lack()] })], false),
    });
    expect(await screen.findByText(/Aquí solo se avisa: se ven igual\.$/)).toBeDefined();
    expect(screen.getByText('Se ve, pero falta algo')).toBeDefined();
  });

  test('can be filtered to those with missing rights', async () => {
    const { user } = open('/derechos-imagen/manage', { user: admin, replies: matches([]) });
    expect(await screen.findByText('No hay partidos en estos ocho días')).toBeDefined();
    await user.click(screen.getByRole('checkbox', { name: 'Solo los que tienen algo pendiente' }));
    await waitFor(() => expect(callsTo('GET /rights/matches').at(-1)?.query.get('lacking')).toBe('true'));
  });
});

describe('[F-RIGHTS-1] the teams of a club', () => {
  const replies = (fields: Partial<Teams>): Replies => ({
    ...createTeams(fields),
    'PUT /rights/teams': { data: { id: id('statement') } },
  });

  test('are filled in by keyboard and stated together, each with its version', async () => {
    const teams = [
      team(),
      team({
        category: 'alevin',
        id: id('statement'),
        version: 4,
        purposes: ['live'],
        statedAt: '2026-09-01T10:00:00.000Z',
        statedBy: 'Marta Gil',
      }),
    ];
    const { user } = open('/derechos-imagen/manage?ver=equipos', { user: staff, replies: replies({ teams }) });
    const cadete = await screen.findByRole('group', { name: 'Fútbol · Cadete' });
    const save = () => screen.getByRole<HTMLButtonElement>('button', { name: /^Declarar y guardar/ });
    expect(save().disabled).toBe(true);
    within(cadete).getByRole('checkbox', { name: 'Directo' }).focus();
    await user.keyboard(' {Tab} ');
    const alevin = screen.getByRole('group', { name: 'Fútbol · Alevín' });
    expect(screen.getByText(/declarado el 1 de septiembre de 2026 por Marta Gil/)).toBeDefined();
    await user.click(within(alevin).getByRole('button', { name: 'Marcar todo' }));
    expect(save().textContent).toBe('Declarar y guardar 2 cambios');
    await user.click(save());
    const dialog = within(screen.getByRole('dialog', { name: '¿Qué vas a declarar?' }));
    expect(dialog.getByText(/estas 2 categorías, en todos sus equipos/)).toBeDefined();
    expect(dialog.getByText(/^Fútbol · Cadete: Directo, .*partidos? de la temporada/)).toBeDefined();
    expect(callsTo('PUT /rights/teams')).toEqual([]);
    await user.click(dialog.getByRole('button', { name: 'Declarar y guardar' }));
    await waitFor(() => expect(callsTo('PUT /rights/teams')).toHaveLength(2));
    const common = { clubId: club.id, sport: 'SOCCER', season: 2026, textVersion: statementVersion };
    expect(callsTo('PUT /rights/teams').map(({ body }) => body)).toEqual([
      { ...common, category: 'cadete', purposes: ['live', 'recording'], version: 0 },
      { ...common, category: 'alevin', purposes: [...purposes], version: 4 },
    ]);
    await waitFor(() => expect(save().disabled).toBe(true));
  });

  test('say before everything is taken away how many matches may go dark', async () => {
    const teams = [team({ id: id('statement'), version: 4, purposes: [...purposes], matches: 12 })];
    const { user } = open('/derechos-imagen/manage?ver=equipos', { user: staff, replies: replies({ teams }) });
    await user.click(await screen.findByRole('button', { name: 'Quitar todo' }));
    await user.click(screen.getByRole('button', { name: 'Declarar y guardar' }));
    const dialog = within(screen.getByRole('dialog', { name: '¿Qué vas a declarar?' }));
    expect(dialog.getByText(/pueden dejar de verse 12 partidos de la temporada/)).toBeDefined();
    await user.click(dialog.getByRole('button', { name: 'Mejor no' }));
    expect(callsTo('PUT /rights/teams')).toEqual([]);
  });

  test('of one category can be separated, stated by letter, and joined again', async () => {
    const teams = [
      team({
        category: 'alevin',
        id: id('statement'),
        version: 4,
        purposes: [...purposes],
        matches: 5,
        statedAt: '2026-09-01T10:00:00.000Z',
        statedBy: 'Marta Gil',
      }),
      team({ category: 'alevin', team: 'C', matches: 2 }),
      team(),
    ];
    const { user } = open('/derechos-imagen/manage?ver=equipos', { user: staff, replies: replies({ teams }) });
    await user.click(await screen.findByRole('button', { name: 'Separar equipos de Fútbol · Cadete' }));
    const listCadete = () => screen.getAllByRole('group', { name: /Cadete/ }).map((group) => group.textContent);
    expect(listCadete()).toHaveLength(3);
    await user.click(screen.getByRole('button', { name: 'Quitar equipo de Fútbol · Cadete A' }));
    await user.click(screen.getByRole('button', { name: 'Quitar equipo de Fútbol · Cadete B' }));
    expect(listCadete()).toHaveLength(1);

    expect(screen.getByText('2 partidos · como los demás equipos')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Añadir equipo de Fútbol · Alevín (demás equipos)' }));
    const ofA = within(screen.getByRole('group', { name: 'Fútbol · Alevín A' }));
    expect(ofA.getByRole<HTMLInputElement>('checkbox', { name: 'Clips' }).checked).toBe(true);
    await user.click(ofA.getByRole('checkbox', { name: 'Clips' }));
    await user.click(ofA.getByRole('button', { name: 'Marcar todo en Alevín A' }));
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Declarar y guardar' }).disabled).toBe(true);
    await user.click(ofA.getByRole('checkbox', { name: 'Clips' }));
    await user.click(screen.getByRole('button', { name: 'Declarar y guardar' }));
    const dialog = within(screen.getByRole('dialog', { name: '¿Qué vas a declarar?' }));
    // The matches that name no team may be those of this one.
    expect(dialog.getByText(/pueden dejar de verse 5 partidos/)).toBeDefined();
    expect(dialog.getByText(/^Fútbol · Alevín A: Clips/)).toBeDefined();
    await user.click(dialog.getByRole('button', { name: 'Declarar y guardar' }));
    await waitFor(() =>
      expect(callsTo('PUT /rights/teams').map(({ body }) => body)).toEqual([
        {
          clubId: club.id,
          sport: 'SOCCER',
          season: 2026,
          textVersion: statementVersion,
          category: 'alevin',
          team: 'A',
          purposes: ['live', 'recording', 'sponsors'],
          version: 0,
        },
      ]),
    );
  });

  test('count those that follow their category when it changes, and name the team that is stated', async () => {
    const teams = [
      team({ id: id('statement'), version: 4, purposes: ['live'], matches: 5 }),
      team({ team: 'A', id: id('other'), version: 1, purposes: [], matches: 7 }),
      team({ team: 'B', matches: 2 }),
    ];
    const { user } = open('/derechos-imagen/manage?ver=equipos', { user: staff, replies: replies({ teams }) });
    const common = within(await screen.findByRole('group', { name: 'Fútbol · Cadete (demás equipos)' }));
    await user.click(common.getByRole('checkbox', { name: 'Directo' }));
    await user.click(screen.getByRole('button', { name: 'Marcar todo en Cadete A' }));
    await user.click(screen.getByRole('button', { name: 'Declarar y guardar 2 cambios' }));
    const dialog = within(screen.getByRole('dialog', { name: '¿Qué vas a declarar?' }));
    expect(dialog.getByText(/todos los jugadores de este equipo\.$/)).toBeDefined();
    expect(dialog.getByText(/^Fútbol · Cadete A: Directo, /)).toBeDefined();
    expect(dialog.getByText(/pueden dejar de verse 7 partidos/)).toBeDefined();
    expect(dialog.getByText(/^Fútbol · Cadete \(demás equipos\): Directo/)).toBeDefined();
  });

  test('keep the choice and tell why it was not saved', async () => {
    const refused = errorAnswer('REQ4090');
    const { user } = open('/derechos-imagen/manage?ver=equipos', {
      user: staff,
      replies: { ...createTeams(), 'PUT /rights/teams': refused },
    });
    const clips = await screen.findByRole<HTMLInputElement>('checkbox', { name: 'Clips' });
    await user.click(clips);
    await user.click(screen.getByRole('button', { name: 'Declarar y guardar' }));
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Declarar y guardar' }));
    expect(await screen.findByText(refused.message)).toBeDefined();
    expect(clips.checked).toBe(true);
  });

  test('show their history and open their document', async () => {
    const document = { name: 'firmas.pdf', size: 2048, at: '2026-09-01T10:00:00.000Z' };
    const { user } = open('/derechos-imagen/manage?ver=equipos', {
      user: staff,
      replies: {
        ...createTeams({ teams: [team({ id: id('statement'), version: 2, document })] }),
        [`GET /rights/statements/${id('statement')}/history`]: {
          data: {
            entries: [
              {
                at: '2026-09-02T10:00:00.000Z',
                what: 'STATEMENT',
                by: 'Marta Gil',
                purposes: [],
                textVersion: '2026-11',
                document: null,
              },
              {
                at: '2026-09-01T10:00:00.000Z',
                what: 'READING',
                by: 'Ana',
                purposes: [],
                textVersion: null,
                document: 'firmas.pdf',
              },
            ],
          },
        },
      },
    });
    expect(await screen.findByRole('button', { name: /^Abrir firmas\.pdf/ })).toBeDefined();
    await user.click(screen.getByRole('button', { name: /^Historial/ }));
    await screen.findByText(/Marta Gil: declara que no hay ninguna autorización \(texto 2026-11\)/);
    expect(screen.getByText(/Ana: abre «firmas\.pdf»/)).toBeDefined();
  });

  test('belong to the user’s own club, even if a match of another club links to them', async () => {
    open(`/derechos-imagen/manage?ver=equipos&club=${id('rival')}`, { user: staff, replies: createTeams() });
    expect(await screen.findByText(/^Esas autorizaciones las declara el otro club/)).toBeDefined();
    expect(callsTo('GET /rights/teams').map(({ query }) => query.get('clubId'))).toEqual([club.id]);
  });
});

test('[F-RIGHTS-1] a competition’s permission says that it needs its document, and club staff only read it', async () => {
  const { category: _, team: __, ...common } = team({ id: id('statement'), purposes: ['live'] });
  const permission: CompetitionStatement = { ...common, name: 'Liga de la Vega' };
  const replies: Replies = { 'GET /rights/competitions': { data: { season: 2026, competitions: [permission] } } };
  open('/derechos-imagen/manage?ver=competiciones', { user: staff, replies });
  expect(await screen.findByText('Falta el documento: sin él, el permiso no vale.')).toBeDefined();
  expect(screen.queryByRole('button', { name: /^Declarar/ })).toBeNull();
  expect(screen.getByRole<HTMLFieldSetElement>('group', { name: 'Fútbol · Liga de la Vega' }).disabled).toBe(true);
});

describe('[F-RIGHTS-5] contract and contact of a club', () => {
  test('the contract is read, then accepted in the version that was shown', async () => {
    const { user } = open('/derechos-imagen/manage?ver=equipos', {
      user: staff,
      replies: { ...createTeams(), 'POST /rights/contract': { data: { contract: null } } },
    });
    const accept = await screen.findByRole<HTMLButtonElement>('button', { name: 'Aceptar el contrato' });
    expect(accept.disabled).toBe(true);
    await user.click(screen.getByRole('checkbox', { name: /^He leído el contrato/ }));
    await user.click(accept);
    await waitFor(() =>
      expect(callsTo('POST /rights/contract').map(({ body }) => body)).toEqual([
        { clubId: club.id, version: contractVersion },
      ]),
    );
  });

  test('an accepted contract shows person, time and version', async () => {
    const contract = { version: contractVersion, at: '2026-09-01T10:00:00.000Z', by: 'Marta Gil' };
    open('/derechos-imagen/manage?ver=equipos', { user: staff, replies: createTeams({ contract }) });
    await screen.findByText(`Marta Gil lo aceptó el 1 de septiembre de 2026 (versión ${contractVersion}).`);
    expect(screen.queryByRole('button', { name: 'Aceptar el contrato' })).toBeNull();
  });

  test('a club’s page names the contact for the protection of minors', async () => {
    const protection = { name: 'Lola Ruiz', email: 'menores@sauce.test', phone: '600 123 123' };
    const shown = { ...club, thumbnail: null, visible: true, protection };
    open(`/club/${club.id}`, { replies: { [`GET /clubs/${club.id}`]: { data: { club: shown } } } });
    const contact = within(await screen.findByRole('region', { name: 'Protección de menores' }));
    expect(contact.getByRole('link', { name: 'menores@sauce.test' }).getAttribute('href')).toBe(
      'mailto:menores@sauce.test',
    );
    expect(contact.getByRole('link', { name: '600 123 123' }).getAttribute('href')).toBe('tel:600123123');
  });
});

test('[F-RIGHTS-2] an event’s page shows its missing rights beside its form', async () => {
  const event = managedEvent(1, { id: id('match') });
  open(`/sportevents/manage/${event.id}`, {
    user: admin,
    replies: {
      [`GET /live/sportevents/${event.id}`]: { data: { sportEvent: event } },
      [`GET /rights/matches/${event.id}`]: { data: { match: match({ lacks: [lack()] }), isEnforced: true } },
    },
  });
  expect(await screen.findByText('Falta la autorización de las familias de CB Ribera (todos los usos).')).toBeDefined();
  expect(screen.getByText('Solo lo ve el personal')).toBeDefined();
});
