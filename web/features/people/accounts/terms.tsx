/** The consent that sign-up and purchase require: a checkbox, or a note that paying is the consent. */
import { Link } from 'react-router-dom';
import { paths } from '../../../lib/paths.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';

export function TermsCheckbox({
  checked,
  error,
  onChange,
}: {
  checked: boolean;
  error: string | undefined;
  onChange: (checked: boolean) => void;
}) {
  return (
    <Checkbox
      name="terms"
      required
      label={
        <>
          Acepto los <TermsLink /> y he leído el <NoticeLink />. Si soy menor de edad, cuento con la autorización de mi
          tutor.
        </>
      }
      checked={checked}
      error={error}
      onChange={(event) => onChange(event.target.checked)}
    />
  );
}

export const TermsByPaying = () => (
  <p className="text-small text-muted">
    Al pagar aceptas los <TermsLink /> y el <NoticeLink />. Si eres menor de edad, cuentas con la autorización de tu
    tutor.
  </p>
);

const TermsLink = () => (
  <Link to={paths.document('condiciones-compra')} target="_blank" className={linkLook}>
    términos y condiciones
  </Link>
);

const NoticeLink = () => (
  <Link to={paths.legalNotice} target="_blank" className={linkLook}>
    aviso legal
  </Link>
);

const linkLook = 'font-semibold underline underline-offset-4';
