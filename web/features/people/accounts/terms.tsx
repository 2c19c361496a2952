/** The consent that sign-up and purchase require: a checkbox's label, or a note that paying is the consent. */
import { paths } from '../../../lib/paths.ts';
import { TextLink } from '../../../ui/text-link.tsx';

export const TermsLabel = () => (
  <>
    Acepto los <TermsLink /> y he leído el <NoticeLink />. Si soy menor de edad, cuento con la autorización de mi tutor.
  </>
);

export const TermsByPaying = () => (
  <p className="text-small text-muted">
    Al pagar aceptas los <TermsLink /> y el <NoticeLink />. Si eres menor de edad, cuentas con la autorización de tu
    tutor.
  </p>
);

const TermsLink = () => (
  <TextLink to={paths.document('condiciones-compra')} target="_blank">
    términos y condiciones
  </TextLink>
);

const NoticeLink = () => (
  <TextLink to={paths.legalNotice} target="_blank">
    aviso legal
  </TextLink>
);
