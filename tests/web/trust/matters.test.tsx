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
  const matter = {
    number: 'CTV-2026-1SQ0BR1K',
    kind: 'OBJECTION',
    createdAt: '2026-11-27T10:00:00.000Z',
    deadline: '2026-12-25T10:00:00.000Z',
    title: 'Derbi',
    isHidden: true,
    canHide: false,
    canAppeal: false,
    steps: [{ at: '2026-11-27T10:00:00.000Z', what: 'ASK', by: 'admin', text: '¿En qué minuto?' }],
  } as const;
  const answerWithState = (state: Matter['state']) => ({
    data: { matter: { ...matter, state, steps: [...matter.steps] } },
  });
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
  const row = {
    id: id('matter'),
    number: 'CTV-2026-1SQ0BR1K',
    kind: 'REPORT' as const,
    state: 'OPEN' as const,
    reason: 'HATE' as const,
    title: 'Derbi',
    createdAt: '2026-11-27T10:00:00.000Z',
    deadline: '2026-12-25T10:00:00.000Z',
    minor: false,
    isFound: true,
    isHidden: false,
  };
  const matter: Matter = {
    ...row,
    version: 3,
    path: '/vods/1',
    picture: null,
    about: '',
    second: 61,
    relation: 'OTHER',
    message: 'Insultos en la grada.',
    writer: null,
    clubs: [],
    steps: [],
    canAppeal: false,
    undoUntil: null,
    answers: ['KEEP', 'HIDE', 'ASK'],
    loss: { watchers: 'EVERYBODY', buyers: 12, recordings: 2, clips: 1 },
    recordings: [],
    canName: false,
    sameOrigin: [],
  };
  const { user } = open('/avisos/manage', {
    user: person('ADMIN'),
    replies: {
      'GET /matters': createList('matters', [row]),
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
  const row = {
    id: id('unknown'),
    number: 'CTV-2026-1SQ0BR1K',
    kind: 'OBJECTION' as const,
    state: 'OPEN' as const,
    reason: 'MINOR' as const,
    title: 'El alevín del domingo',
    minor: true,
    isFound: false,
    isHidden: false,
    createdAt: '2026-11-27T10:00:00.000Z',
    deadline: '2026-12-25T10:00:00.000Z',
  };
  const matter: Matter = {
    ...row,
    version: 1,
    path: null,
    picture: null,
    about: 'El alevín del domingo',
    second: null,
    relation: 'GUARDIAN',
    message: 'Sale mi hija.',
    writer: null,
    clubs: [],
    steps: [],
    canAppeal: false,
    undoUntil: null,
    answers: ['KEEP', 'ASK'],
    loss: null,
    recordings: [],
    canName: true,
    sameOrigin: [],
  };
  const page = `/evento/${id('derbi')}`;
  const { user } = open('/avisos/manage', {
    user: person('ADMIN'),
    replies: {
      'GET /matters': createList('matters', [row]),
      [`GET /matters/${row.id}`]: { data: { matter } },
      [`POST /matters/${row.id}/target`]: {
        data: {
          matter: {
            ...matter,
            version: 2,
            path: page,
            isHidden: true,
            canName: true,
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
  const matter = {
    number: 'CTV-2026-1SQ0BR1K',
    kind: 'OBJECTION' as const,
    state: 'OPEN' as const,
    createdAt: '2026-11-27T10:00:00.000Z',
    deadline: '2026-12-25T10:00:00.000Z',
    title: 'Derbi',
    isHidden: true,
    canHide: false,
    canAppeal: false,
    steps: [],
  };
  const inView = { isFound: true, isHidden: false, canHide: true, token: '01ABC.secret' };
  const { user } = open('/denunciar', {
    replies: {
      'POST /public/matters': { data: { number: matter.number, deadline: matter.deadline, ...inView } },
      'POST /public/matters/hide': { data: { matter } },
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
