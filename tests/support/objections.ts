/** Objections of guardians, which hide their page until staff decide; each from another network and mailbox. */
import { ulid } from 'ulid';
import { foldText } from '../../shared/domain/fold-text.ts';
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
  // A row's title begins with its folded number; the table holds thousands of matters of other tests.
  const row = (await matters.rows()).find(({ title = '' }) => title.startsWith(`${foldText(number)} `));
  const found = row && (await matters.get(row.id));
  if (!found) throw new Error(`No matter ${number}`);
  return found;
}
