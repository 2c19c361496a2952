/** Lines of an order's email, which repeat it: the law wants the contract and the consent on something that lasts. */
import { describeVersion, toPdfName } from '../../../shared/domain/documents.ts';
import { clockTime, longDate } from '../../../shared/domain/madrid-text.ts';
import { describeScreens, withdrawalDays } from '../../../shared/domain/order.ts';
import { paths } from '../../../shared/domain/paths.ts';
import { pageUrl } from '../../platform/aws/addresses.ts';
import type { Attachment } from '../../platform/aws/email.ts';
import { environment } from '../../platform/aws/environment.ts';
import { readObject } from '../../platform/aws/storage.ts';
import type { AcceptedDocument, Order } from './rules.ts';

export function describeOrder(order: Order): string[] {
  const { number, at, product, duration, renewal, seller, consent, documents, screens = 1 } = order;
  const ordered = new Date(at);
  const last = new Date(ordered.getTime() + withdrawalDays * 86_400_000);
  const [conditions] = documents;
  return [
    `Número de recibo: ${number}. Pedido el ${longDate(ordered)} a las ${clockTime(ordered)}.`,
    `Duración: ${duration.charAt(0).toLowerCase()}${duration.slice(1)}. ${renewal}. Te lo vende ${seller}.`,
    ...(screens > 1 ? [`${describeScreens(screens)}.`] : []),
    ...(consent ? [`Al pedirlo marcaste: «${consent.text}».`] : []),
    ...(product !== 'PT_SPORT_EVENT' || !consent
      ? [
          `Puedes desistir hasta el ${longDate(last)}, y te devolvemos ${consent ? 'los días que no uses' : 'lo que has pagado'}: ${pageUrl(paths.withdraw)}`,
        ]
      : []),
    ...(conditions
      ? [
          `Adjuntamos las condiciones que has aceptado. ${describeVersion(conditions)}: ${pageUrl(paths.documentVersion(conditions.name, conditions.version))}`,
        ]
      : []),
  ];
}

/** @throws Error for a document that the release lacks, so that the email is sent once it has it. */
export const readDocuments = (documents: readonly AcceptedDocument[]): Promise<Attachment[]> =>
  Promise.all(
    documents.map(async ({ name, version }) => {
      const fileName = toPdfName(name, version);
      const bytes = await readObject({ bucket: environment('WEB_BUCKET'), key: `documentos/${fileName}` });
      if (!bytes) throw new Error(`The web app was released without ${fileName}`);
      return { fileName, contentType: 'application/pdf', base64: Buffer.from(bytes).toString('base64') };
    }),
  );
