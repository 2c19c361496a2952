/** The forms of objections and reports, the page of the sender, and the queue of the staff. */
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Matter } from '../../../shared/contract/matters.ts';
import {
  callsTo,
  captchaConfig,
  createList,
  fill,
  id,
  open,
  person,
  type Replies,
  site,
  stubCaptcha,
} from '../support/app.tsx';
import { vod } from '../support/builders.ts';

site.config = captchaConfig;

const sent: Replies = {
  'POST /public/matters': {
    data: {
      number: 'CTV-2026-1SQ0BR1K',
      deadline: '2026-12-25T10:00:00.000Z',
      token: '01ABC.secret',
      isFound: true,
      isHidden: true,
      canHide: false,
    },
  },
};

const row = {
  id: id('matter'),
  number: 'CTV-2026-1SQ0BR1K',
  title: 'Derbi',
  createdAt: '2026-11-27T10:00:00.000Z',
  deadline: '2026-12-25T10:00:00.000Z',
  isHidden: false,
};
const queued = (
  fields: Pick<Matter, 'kind' | 'reason' | 'minor' | 'isFound' | 'relation' | 'answers'> & Partial<Matter>,
) => ({
  ...row,
  state: 'OPEN' as const,
  version: 1,
  path: null,
  picture: null,
  about: '',
  second: null,
  message: 'Sale mi hija.',
  writer: null,
  clubs: [],
  steps: [],
  canAppeal: false,
  undoUntil: null,
  loss: null,
  recordings: [],
  canName: false,
  sameOrigin: [],
  ...fields,
});
/** The receipt of a matter, as its sender reads it. */
const receipt = {
  number: row.number,
  kind: 'OBJECTION' as const,
  createdAt: row.createdAt,
  deadline: row.deadline,
  title: 'Derbi',
  isHidden: true,
  canHide: false,
  canAppeal: false,
};

test('[F-RIGHTS-3] a guardian enters page, minor and contact, and gets the number and the notice that the item is hidden', async () => {
  stubCaptcha();
  const page = `/vods/${id(1)}`;
  const shown = { [`GET ${page}`]: { data: { vod: vod(1, { title: 'Derbi alevín' }) } } };
  const { user } = open(`/imagenes-de-menores?pagina=${page}&segundo=61&cortes=4-12`, {
    replies: { ...sent, ...shown },
  });
  expect(await screen.findByText('Derbi alevín')).toBeDefined();
  expect(screen.getByLabelText(/^Minuto/)).toHaveProperty('value', '1:01');
  await user.click(await screen.findByRole('button', { name: 'Enviar aviso' }));
  expect(callsTo('POST /public/matters')).toEqual([]);
  expect(screen.getByText('Dinos si se reconoce a un menor')).toBeDefined();
  await user.click(screen.getByRole('radio', { name: 'Sí' }));
  fill(screen.getByLabelText(/^¿Qué se ve/), 'Sale mi hija.');
  fill(screen.getByLabelText(/^Tu nombre/), 'Marta');
  fill(screen.getByLabelText(/^Tu email/), 'marta@familia.test');
  await user.click(screen.getByRole('button', { name: 'Enviar aviso' }));
  expect(await screen.findByText('CTV-2026-1SQ0BR1K')).toBeDefined();
  expect(screen.getByText(/^Ya está oculto/)).toBeDefined();
  expect(callsTo('POST /public/matters').map(({ body }) => body)).toMatchObject([
    {
      kind: 'OBJECTION',
      page,
      second: 61,
      cuts: '4-12',
      minor: true,
      relation: 'GUARDIAN',
      email: 'marta@familia.test',
    },
  ]);
});

test('[F-RIGHTS-3] the page that the email links to shows the steps, and takes an answer', async () => {
  const steps = [{ at: receipt.createdAt, what: 'ASK' as const, by: 'admin' as const, text: '¿En qué minuto?' }];
  const answerWithState = (state: Matter['state']) => ({ data: { matter: { ...receipt, state, steps } } });
  const { user } = open('/aviso#01ABC.secret', {
    replies: {
      'POST /public/matters/follow': answerWithState('ASKED'),
      'POST /public/matters/reply': answerWithState('OPEN'),
    },
  });
  expect(await screen.findByText('¿En qué minuto?')).toBeDefined();
  fill(screen.getByLabelText(/^Tu respuesta/), 'En el 12.');
  await user.click(screen.getByRole('button', { name: 'Enviar respuesta' }));
  await waitFor(() => expect(screen.queryByLabelText(/^Tu respuesta/)).toBeNull());
  expect(callsTo('POST /public/matters/reply').map(({ body }) => body)).toEqual([
    { token: '01ABC.secret', message: 'En el 12.' },
  ]);
});

test('[F-TAKE-3] the queue shows the report and its page, and takes the decision with reasons', async () => {
  const matter = queued({
    kind: 'REPORT',
    reason: 'HATE',
    minor: false,
    isFound: true,
    version: 3,
    path: '/vods/1',
    second: 61,
    relation: 'OTHER',
    message: 'Insultos en la grada.',
    answers: ['KEEP', 'HIDE', 'ASK'],
    loss: { watchers: 'EVERYBODY', buyers: 12, recordings: 2, clips: 1 },
  });
  const { user } = open('/avisos/manage', {
    user: person('ADMIN'),
    replies: {
      'GET /matters': createList('matters', [matter]),
      [`GET /matters/${row.id}`]: { data: { matter } },
      [`POST /matters/${row.id}/decision`]: { data: { matter: { ...matter, state: 'HIDDEN', answers: [] } } },
    },
  });
  expect(await screen.findByText('Insultos en la grada.')).toBeDefined();
  expect(screen.getByRole('link', { name: /minuto 1:01/ })).toBeDefined();
  fill(screen.getByLabelText(/^Motivos/), 'Son insultos.');
  const loss =
    'Ahora lo puede ver cualquiera y lo han comprado 12 personas; si lo quitas, desaparecen también 2 grabaciones y 1 clip.';
  expect(screen.getByText(loss)).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Quitarlo', description: loss }));
  await waitFor(() =>
    expect(callsTo(`POST /matters/${row.id}/decision`).map(({ body }) => body)).toEqual([
      { answer: 'HIDE', reasons: 'Son insultos.', version: 3 },
    ]),
  );
});

test('[F-RIGHTS-3] a matter without a page offers no removal until staff name its match', async () => {
  const title = 'El alevín del domingo';
  const matter = queued({
    kind: 'OBJECTION',
    reason: 'MINOR',
    title,
    about: title,
    minor: true,
    isFound: false,
    relation: 'GUARDIAN',
    answers: ['KEEP', 'ASK'],
    canName: true,
  });
  const page = `/evento/${id('derbi')}`;
  const { user } = open('/avisos/manage', {
    user: person('ADMIN'),
    replies: {
      'GET /matters': createList('matters', [matter]),
      [`GET /matters/${row.id}`]: { data: { matter } },
      [`POST /matters/${row.id}/target`]: {
        data: {
          matter: {
            ...matter,
            version: 2,
            path: page,
            isHidden: true,
            answers: ['KEEP', 'HIDE'],
            loss: { watchers: 'NOBODY', buyers: 0, recordings: 1, clips: 0 },
          },
        },
      },
    },
  });
  const field = await screen.findByRole('combobox', { name: /¿De qué partido o video se trata/ });
  expect(screen.queryByRole('button', { name: 'Quitarlo' })).toBeNull();
  await user.type(field, page);
  await user.click(await screen.findByText(`La dirección ${page}`));
  await user.click(screen.getByRole('button', { name: 'Es este' }));
  await waitFor(() => expect(callsTo(`POST /matters/${row.id}/target`).length).toBe(1));
  const loss = 'Ahora no lo ve nadie y no lo ha comprado nadie; si lo quitas, seguirá sin verse también 1 grabación.';
  expect(await screen.findByRole('button', { name: 'Quitarlo', description: loss })).toBeDefined();
  expect(callsTo(`POST /matters/${row.id}/target`).map(({ body }) => body)).toEqual([{ page, version: 1 }]);
});

test('[F-RIGHTS-3] a report of a minor asks the same question, and its receipt hides what is still in view', async () => {
  stubCaptcha();
  const inView = { isFound: true, isHidden: false, canHide: true, token: '01ABC.secret' };
  const { user } = open('/denunciar', {
    replies: {
      'POST /public/matters': { data: { number: row.number, deadline: row.deadline, ...inView } },
      'POST /public/matters/hide': { data: { matter: { ...receipt, state: 'OPEN', steps: [] } } },
    },
  });
  await user.selectOptions(await screen.findByLabelText(/^Motivo/), 'Sale un menor sin permiso');
  fill(screen.getByLabelText(/^Equipo/), 'El alevín');
  fill(screen.getByLabelText(/^¿Qué pasa/), 'Sale mi hija.');
  fill(screen.getByLabelText(/^Tu nombre/), 'Marta');
  fill(screen.getByLabelText(/^Tu email/), 'marta@familia.test');
  await user.click(screen.getByRole('button', { name: 'Enviar denuncia' }));
  expect(callsTo('POST /public/matters')).toEqual([]);
  await user.click(screen.getByRole('radio', { name: 'No' }));
  await user.click(screen.getByRole('button', { name: 'Enviar denuncia' }));
  expect(await screen.findByText('Sigue a la vista.')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Ocultarlo ya' }));
  expect(await screen.findByText(/^Ya está oculto/)).toBeDefined();
  expect(callsTo('POST /public/matters/hide').map(({ body }) => body)).toEqual([{ token: '01ABC.secret' }]);
});
