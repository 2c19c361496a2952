/** Emails about matters, in Spanish: to the writer, to the admins, and to the staff of the clubs. */

import { longDate } from '../../../shared/domain/madrid-text.ts';
import { matterReasonTexts } from '../../../shared/domain/matter-texts.ts';
import { paths } from '../../../shared/domain/paths.ts';
import { staff } from '../../people/staff/store.ts';
import { pageUrl } from '../../platform/aws/addresses.ts';
import type { Email } from '../../platform/aws/email.ts';
import { optionalEnvironment } from '../../platform/aws/environment.ts';
import { renderEmail } from '../../platform/mail/email-template.ts';
import { canWithhold, type Decision, type StoredMatter } from './rules.ts';

/** Limit of recipients among club staff, because a transaction holds 100 writes. */
const maxStaff = 30;

export const toTitle = ({ target, about, page }: Pick<StoredMatter, 'target' | 'about' | 'page'>) =>
  target?.title || about || page;

export function writeReceipt(matter: StoredMatter, token: string): Email {
  const { number, deadline, writer, holds, kind } = matter;
  return renderEmail({
    to: writer.email,
    subject: `Hemos recibido tu aviso ${number}`,
    lines: [
      `Hola, ${writer.name}:`,
      `Hemos recibido tu ${kind === 'OBJECTION' ? 'aviso' : 'denuncia'} sobre «${toTitle(matter)}». Su número es ${number}.`,
      ...(holds ? ['Lo hemos ocultado ya, mientras lo revisamos. Nadie más puede abrirlo.'] : []),
      `Lo revisará una persona y te contestaremos con los motivos antes del ${longDate(new Date(deadline))}.`,
      'Guarda este correo: con su enlace puedes ver cada paso, enviarnos más datos y pedir que lo revisemos otra vez.',
    ],
    action: { label: 'Ver mi aviso', url: followUrl(token) },
  });
}

/** Writes to admins and club staff without naming the writer, who is visible to admins only, in the back office. */
export async function writeAnnouncements(matter: StoredMatter): Promise<Email[]> {
  const { id, number, deadline, holds, minor, kind } = matter;
  const isUrgent = kind === 'OBJECTION' && minor;
  return (await listStaffAddresses(matter)).map((to) =>
    renderEmail({
      to,
      subject: `${isUrgent ? 'Imágenes de un menor' : 'Nuevo aviso'}: ${toTitle(matter)} (${number})`,
      lines: [
        `Motivo: ${matterReasonTexts[matter.reason]}.`,
        holds
          ? 'Está oculto desde ahora, hasta que se decida.'
          : isUrgent && !canWithhold(matter.target)
            ? 'No hemos podido ocultarlo sin saber de qué video se trata: míralo cuanto antes.'
            : 'Sigue a la vista hasta que se decida.',
        `Hay que contestar antes del ${longDate(new Date(deadline))}.`,
      ],
      action: { label: 'Ver el aviso', url: staffUrl(id) },
    }),
  );
}

const outcome = {
  KEEP: 'Hemos decidido que se mantenga',
  CUT: 'Hemos quitado esos segundos',
  HIDE: 'Hemos decidido retirarlo',
  ASK: 'Necesitamos más datos para decidir',
} as const;

/** Writes the statement of reasons to both sides; a question goes to the writer alone. */
export async function writeStatements(
  matter: StoredMatter,
  { answer, reasons }: Decision,
  token: string,
): Promise<Email[]> {
  const { id, number, writer, appealBy } = matter;
  const subject = `${outcome[answer]}: aviso ${number}`;
  const appealText = appealBy
    ? 'Es la segunda revisión y cierra el aviso. Puedes acudir además a la Agencia Española de Protección de Datos o a los tribunales.'
    : 'Si no estás de acuerdo, puedes pedir una vez que lo revise otra persona. También puedes acudir a la Agencia Española de Protección de Datos o a los tribunales.';
  const toWriter = renderEmail({
    to: writer.email,
    subject,
    lines: [
      `${outcome[answer]}. Se trata de «${toTitle(matter)}».`,
      `${answer === 'ASK' ? 'Qué necesitamos' : 'Motivos'}: ${reasons}`,
      ...(answer === 'ASK' ? [] : [appealText]),
    ],
    action: { label: answer === 'ASK' ? 'Contestar' : 'Ver mi aviso', url: followUrl(token) },
  });
  if (answer === 'ASK') return [toWriter];
  const others = (await listStaffAddresses(matter)).map((to) =>
    renderEmail({
      to,
      subject,
      lines: [
        `${outcome[answer]}. Se trata de «${toTitle(matter)}».`,
        `Motivos: ${reasons}`,
        ...(appealBy ? [] : ['Si el club no está de acuerdo, puede pedir una vez que se revise, en el panel.']),
      ],
      action: { label: 'Ver el aviso', url: staffUrl(id) },
    }),
  );
  return [toWriter, ...others];
}

/** Writes to admins and club staff that new data or an appeal has come. */
export async function writeReplies(matter: StoredMatter, what: 'DATA' | 'APPEAL'): Promise<Email[]> {
  return (await listStaffAddresses(matter)).map((to) =>
    renderEmail({
      to,
      subject: `${what === 'APPEAL' ? 'Piden otra revisión' : 'Han llegado los datos'}: aviso ${matter.number}`,
      lines: [`Se trata de «${toTitle(matter)}». Hay que contestar antes del ${longDate(new Date(matter.deadline))}.`],
      action: { label: 'Ver el aviso', url: staffUrl(matter.id) },
    }),
  );
}

async function listStaffAddresses({ target }: StoredMatter): Promise<string[]> {
  const clubIds = target?.clubIds ?? [];
  const rows = (await staff.rows()).filter(({ clubId, status }) => status === 'active' && clubIds.includes(clubId));
  const ofClubs = (await staff.items(rows.slice(0, maxStaff))).map(({ email }) => email);
  const admins = optionalEnvironment('CONTACT_ADDRESSES')?.split(',').slice(0, 1) ?? [];
  return [...new Set([...admins, ...ofClubs])];
}

const followUrl = (token: string) => `${pageUrl(paths.followMatter)}#${token}`;
const staffUrl = (id: string) => `${pageUrl(paths.manageMatters)}?aviso=${id}`;
