/** Objections of guardians, which hide their page until staff decide. */
import { ulid } from 'ulid';
import { call, fetchCaptchaToken } from './api.ts';

const { matters } = await import('../../functions/trust/matters/store.ts');

export const sendObjection = async (fields: object, token?: string) =>
  call('POST /public/matters', {
    body: {
      ...{ attempt: ulid(), kind: 'OBJECTION', relation: 'GUARDIAN', minor: true, reason: 'MINOR', name: 'Marta' },
      ...{ email: `${ulid().toLowerCase()}@familia.test`, message: 'Se reconoce a mi hija.' },
      captchaToken: await fetchCaptchaToken('contact'),
      ...fields,
    } as never,
    ...(token && { token }),
  });

export async function findMatter(number: string) {
  const found = (await matters.items(await matters.rows())).find((matter) => matter.number === number);
  if (!found) throw new Error(`No matter ${number}`);
  return found;
}
