/** State, validation and sending of the forms for objections and reports. */
import { useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { ulid } from 'ulid';
import type { matterReasons, relations } from '../../../../shared/contract/matters.ts';
import { cleanEmail, simpleEmail } from '../../../../shared/domain/simple-email.ts';
import { isBlank } from '../../../../shared/domain/visible-text.ts';
import { cutsPattern } from '../../../../shared/domain/withdrawn.ts';
import { type Answer, api } from '../../../lib/api.ts';
import { describeUnsent, getCaptchaToken } from '../../../lib/captcha.ts';
import { formatDuration } from '../../../lib/format.ts';
import { type Problems, useFields } from '../../../lib/use-fields.ts';

export type MatterKind = 'OBJECTION' | 'REPORT';
export type MatterReceipt = Answer<'POST /public/matters'>['data'];

export interface MatterValues {
  page: string;
  about: string;
  moment: string;
  reason: (typeof matterReasons)[number] | '';
  relation: (typeof relations)[number];
  /** Undefined until the question is answered. */
  minor: boolean | undefined;
  name: string;
  email: string;
  phone: string;
  message: string;
}

export function useMatterForm(kind: MatterKind) {
  const [query] = useSearchParams();
  const [sent, setSent] = useState<MatterReceipt>();
  // Every attempt has the same id: sending again after a lost response opens no second matter.
  const attempt = useRef(ulid());
  const form = useFields<MatterValues>({
    empty: () => ({
      page: query.get('pagina') ?? '',
      about: '',
      moment: toMoment(query.get('segundo')),
      reason: kind === 'OBJECTION' ? 'MINOR' : '',
      relation: kind === 'OBJECTION' ? 'GUARDIAN' : 'OTHER',
      minor: undefined,
      name: '',
      email: '',
      phone: '',
      message: '',
    }),
    validate,
    send: async (values) => {
      const { moment, reason, minor, ...rest } = values;
      const captchaToken = await getCaptchaToken('contact');
      const said = { kind, reason: reason || 'OTHER', minor: asksAboutMinor(values) && minor === true } as const;
      const cuts = values.page === query.get('pagina') ? query.get('cortes') : null;
      const seen = { second: toSecond(moment), ...(cuts !== null && cutsPattern.test(cuts) && { cuts: cuts }) };
      const body = { ...rest, ...said, attempt: attempt.current, ...seen };
      setSent((await api('POST /public/matters', { body: { ...body, captchaToken } })).data);
    },
    toText: (error) => describeUnsent(error, 'No se ha podido enviar. Vuelve a intentarlo.'),
  });
  return { ...form, sent };
}

/** An objection, or a report with the same reason: both hide the item first. */
export const asksAboutMinor = ({ reason }: Pick<MatterValues, 'reason'>) => reason === 'MINOR';

function validate(values: MatterValues): Problems<MatterValues> {
  const { page, about, moment, reason, minor, name, email, message } = values;
  return {
    ...(isBlank(page) && isBlank(about) && { about: 'Dinos de qué página, equipo o partido se trata' }),
    ...(moment.trim() && toSecond(moment) === null && { moment: 'Escríbelo como 12:34' }),
    ...(!reason && { reason: 'Elige un motivo' }),
    ...(asksAboutMinor(values) && minor === undefined && { minor: 'Dinos si se reconoce a un menor' }),
    ...(isBlank(message) && { message: 'Escribe una explicación' }),
    ...(isBlank(name) && { name: 'El nombre es obligatorio' }),
    ...(!simpleEmail.test(cleanEmail(email)) && { email: 'Por favor, introduce un email válido' }),
  };
}

/** Parses `12:34` or `1:02:03`; null for any other form. */
function toSecond(moment: string): number | null {
  if (!/^\s*\d{1,2}(:[0-5]\d){1,2}\s*$/.test(moment)) return null;
  return moment.split(':').reduce((seconds, part) => seconds * 60 + Number(part), 0);
}

function toMoment(second: string | null): string {
  const seconds = Number(second);
  if (!second || !Number.isInteger(seconds) || seconds < 1 || seconds > 86_400) return '';
  return formatDuration(seconds);
}
