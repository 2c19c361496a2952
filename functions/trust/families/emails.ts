/** Tells a person that the club has confirmed them. */
import { ageCategoryNames } from '../../../shared/domain/match.ts';
import { paths } from '../../../shared/domain/paths.ts';
import { pageUrl } from '../../platform/aws/addresses.ts';
import { renderEmail } from '../../platform/mail/email-template.ts';
import { queueEmail } from '../../platform/mail/outbox.ts';
import type { StoredMember } from './rules.ts';

export const tellConfirmed = ({ email, category }: StoredMember, club: string, now: number): Promise<void> =>
  queueEmail(
    renderEmail({
      to: email,
      subject: `Ya puedes ver los partidos de familia de ${club}`,
      lines: [
        `Hola. ${club} ha confirmado que eres de una familia del equipo ${ageCategoryNames[category].toLowerCase()}.`,
        'Desde ahora ves en Cantera TV los partidos que el club reserva a las familias. Por favor, no compartas las imágenes: son de menores.',
      ],
      action: { label: 'Ver mis partidos de familia', url: pageUrl(paths.familyMatches) },
    }),
    now,
  );
