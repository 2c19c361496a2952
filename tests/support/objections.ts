/** Objections of guardians, which hide their page until staff decide; each from another network and mailbox. */
import { ulid } from 'ulid';
import { call, fetchCaptchaToken } from './api.ts';
import { edgeHeaders, randomIp } from './people.ts';

const { matters } = await import('../../functions/trust/matters/store.ts');

export const sendObjection = async (fields: object, token?: string, place = randomIp()) =>
  call('POST /public/matters', {
    body: {
      attempt: ulid(),
      kind: 'OBJECTION',
      relation: 'GUARDIAN',
      minor: true,
      reason: 'MINOR',
      name: 'Marta',
      email: `${ulid().toLowerCase()}@${ulid().toLowerCase()}.test`,
      message: 'Se reconoce a mi hija.',
      captchaToken: await fetchCaptchaToken('contact'),
      ...fields,
    } as never,
    headers: edgeHeaders(place),
    ...(token && { token }),
  });

export async function findMatter(number: string) {
  const found = (await matters.items(await matters.rows())).find((matter) => matter.number === number);
  if (!found) throw new Error(`No matter ${number}`);
  return found;
}
