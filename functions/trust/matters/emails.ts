/** Emails about matters, in Spanish: to the writer, to the admins, and to the staff of the clubs. */
import { longDate } from '../../../shared/domain/madrid-text.ts';
import { matterReasonTexts } from '../../../shared/domain/matter-texts.ts';
import { paths } from '../../../shared/domain/paths.ts';
import { clubs } from '../../league/clubs/store.ts';
import { staff } from '../../people/staff/store.ts';
import { pageUrl } from '../../platform/aws/addresses.ts';
import type { Email } from '../../platform/aws/email.ts';
import { optionalEnvironment } from '../../platform/aws/environment.ts';
import { renderEmail } from '../../platform/mail/email-template.ts';
import { adminGroup, canWithhold, type Decision, isUrgent, type StoredMatter } from './rules.ts';

/** Limit of recipients, because a transaction holds 100 writes. */
const maxRecipients = 60;

/** Emails repeat nothing that was typed: anybody can make us write to any mailbox. */
const describeItem = ({ target }: Pick<StoredMatter, 'target'>, unknown: string) =>
  target ? `«${target.title}»` : unknown;

/** The title of an item only if the writer could open its page. */
const describePublic = ({ target }: Pick<StoredMatter, 'target'>) =>
  target?.isPublic ? ` sobre «${target.title}»` : '';

export function writeReceipt(matter: StoredMatter, token: string, canHide: boolean): Email {
  const { number, deadline, writer, holds, kind, target } = matter;
  const isKnown = canWithhold(target);
  return renderEmail({
    to: writer.email,
    subject: `Hemos recibido tu aviso ${number}`,
    lines: [
      'Hola:',
      `Hemos recibido tu ${kind === 'OBJECTION' ? 'aviso' : 'denuncia'}${describePublic(matter)}. Su número es ${number}.`,
      ...(holds ? ['Lo hemos ocultado ya, mientras lo revisamos. Nadie más puede abrirlo.'] : []),
      ...(canHide ? ['Sigue a la vista. Si se reconoce a un menor, entra y pulsa «Ocultarlo ya».'] : []),
      ...(!holds && !canHide && kind === 'OBJECTION'
        ? [
            isKnown
              ? 'Sigue a la vista hasta que se decida.'
              : 'Todavía no sabemos de qué página se trata: la estamos buscando.',
          ]
        : []),
      `Lo revisará una persona y te contestaremos con los motivos antes del ${longDate(new Date(deadline))}.`,
      'Guarda este email: con su enlace puedes ver cada paso, enviarnos más datos y pedir que lo revisemos otra vez.',
      'Si no lo has enviado tú, no tienes que hacer nada.',
    ],
    action: { label: canHide ? 'Ocultarlo ya' : 'Ver mi aviso', url: followUrl(token) },
  });
}

/** Writes to admins and clubs without naming the writer, who is visible to admins only, in the back office. */
export function writeAnnouncements(matter: StoredMatter, recipients: readonly string[]): Email[] {
  const { id, number, deadline, holds, target } = matter;
  const urgent = isUrgent(matter);
  return recipients.map((to) =>
    renderEmail({
      to,
      subject: `${urgent ? 'Imágenes de un menor' : 'Nuevo aviso'}: ${describeItem(matter, 'página por encontrar')} (${number})`,
      lines: [
        `Motivo: ${matterReasonTexts[matter.reason]}.`,
        holds
          ? 'Está oculto desde ahora, hasta que se decida.'
          : urgent && !canWithhold(target)
            ? 'No hemos podido ocultarlo sin saber de qué video se trata: míralo cuanto antes.'
            : 'Sigue a la vista hasta que se decida.',
        `Hay que contestar antes del ${longDate(new Date(deadline))}.`,
      ],
      action: { label: 'Ver el aviso', url: staffUrl(id) },
    }),
  );
}

/** Writes one email about all matters that came since the last one. */
export function writeDigest(count: number, urgent: number, recipients: readonly string[]): Email[] {
  const total = count === 1 ? '1 aviso nuevo' : `${count} avisos nuevos`;
  return recipients.map((to) =>
    renderEmail({
      to,
      subject: `${total}${urgent > 0 ? `, ${urgent} con menores` : ''}`,
      lines: [
        `${count === 1 ? 'Ha llegado' : 'Han llegado'} ${total} en los últimos minutos.`,
        urgent > 0
          ? `En ${urgent} se reconoce a un menor: están los primeros de la lista.`
          : 'En ninguno se reconoce a un menor.',
      ],
      action: { label: 'Ver los avisos', url: pageUrl(paths.manageMatters) },
    }),
  );
}

/** Warns admins that one network or mailbox hides many items within a short time. */
export function writeRingAlarm({ id, number }: Pick<StoredMatter, 'id' | 'number'>, hides: number, to: string): Email {
  return renderEmail({
    to,
    subject: `Muchos partidos ocultados a la vez: aviso ${number}`,
    lines: [
      `Desde una misma red o un mismo email se han ocultado ${hides} partidos o videos en menos de una hora.`,
      'Pueden ser varias familias de un club, o alguien que quiere apagar la liga. En el aviso puedes ver cuáles son y mostrarlos de nuevo todos juntos.',
    ],
    action: { label: 'Ver cuáles son', url: staffUrl(id) },
  });
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
      `${outcome[answer]}. Es la respuesta a tu aviso${describePublic(matter)}.`,
      `${answer === 'ASK' ? 'Qué necesitamos' : 'Motivos'}: ${reasons}`,
      ...(answer === 'ASK' ? [] : [appealText]),
    ],
    action: { label: answer === 'ASK' ? 'Contestar' : 'Ver mi aviso', url: followUrl(token) },
  });
  if (answer === 'ASK') return [toWriter];
  const others = (await listRecipients(listGroups(matter))).map((to) =>
    renderEmail({
      to,
      subject,
      lines: [
        `${outcome[answer]}. Se trata de ${describeItem(matter, 'una página que no conocemos')}.`,
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
  return (await listRecipients(listGroups(matter))).map((to) =>
    renderEmail({
      to,
      subject: `${what === 'APPEAL' ? 'Piden otra revisión' : 'Han llegado los datos'}: aviso ${matter.number}`,
      lines: [
        `Se trata de ${describeItem(matter, 'una página que no conocemos')}. Hay que contestar antes del ${longDate(new Date(matter.deadline))}.`,
      ],
      action: { label: 'Ver el aviso', url: staffUrl(matter.id) },
    }),
  );
}

export const listGroups = ({ target }: Pick<StoredMatter, 'target'>): string[] => [
  adminGroup,
  ...(target?.clubIds ?? []),
];

/** Addresses of admins, and of each club: its contact for the protection of minors, and its staff, invited or active. */
export async function listRecipients(groups: readonly string[]): Promise<string[]> {
  const admins = groups.includes(adminGroup)
    ? (optionalEnvironment('CONTACT_ADDRESSES')?.split(',').slice(0, 1) ?? [])
    : [];
  const chosen = await Promise.all(groups.filter((group) => group !== adminGroup).map((id) => clubs.get(id)));
  const contacts = chosen.flatMap((club) => (club?.protection ? [club.protection.email] : []));
  const rows = (await staff.rows()).filter(({ clubId, status }) => status !== 'disabled' && groups.includes(clubId));
  const members = (await staff.items(rows)).map(({ email }) => email);
  return [...new Set([...admins, ...contacts, ...members].map((email) => email.toLowerCase()))].slice(0, maxRecipients);
}

const followUrl = (token: string) => `${pageUrl(paths.followMatter)}#${token}`;
const staffUrl = (id: string) => `${pageUrl(paths.manageMatters)}?aviso=${id}`;
