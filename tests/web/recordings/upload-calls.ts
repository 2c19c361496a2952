/** An upload of five parts, and the API's answers to its calls. */
import { errorAnswer } from '../support/api-answers.ts';
import { callsTo, id } from '../support/app.tsx';
import { requests } from '../support/fake-request.ts';
import { mp4 } from '../support/files.ts';

export const ticket = { id: id('upload'), partSize: 10, parts: 5, size: 45 };
export const file = () => mp4('partido.mp4', 45);

export const uploadCalls = {
  [`GET /uploads/${ticket.id}`]: () => ({
    data: {
      upload: {
        ...ticket,
        fileName: 'partido.mp4',
        received: [...requests.received].map(([part, size]) => ({ part, size })),
      },
    },
  }),
  [`POST /uploads/${ticket.id}/parts`]: ({ body }: { body: unknown }) => ({
    data: {
      urls: (body as { parts: number[] }).parts.map((part) => ({
        part,
        url: `https://requests.test/x?partNumber=${part}&round=${callsTo(`POST /uploads/${ticket.id}/parts`).length}`,
      })),
    },
  }),
  [`POST /uploads/${ticket.id}/complete`]: () =>
    requests.received.size === ticket.parts ? {} : errorAnswer('UPL4000', 'Faltan partes'),
};
