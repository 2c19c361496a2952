/** The mandatory consent for sign-up and purchase. */
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
          Acepto los{' '}
          <Link
            to={paths.document('condiciones-compra')}
            target="_blank"
            className="font-semibold underline underline-offset-4"
          >
            términos y condiciones
          </Link>{' '}
          y he leído el{' '}
          <Link to={paths.legalNotice} target="_blank" className="font-semibold underline underline-offset-4">
            aviso legal
          </Link>
          . Si soy menor de edad, cuento con la autorización de mi tutor.
        </>
      }
      checked={checked}
      error={error}
      onChange={(event) => onChange(event.target.checked)}
    />
  );
}
