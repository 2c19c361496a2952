/** State of the contact forms: values, errors, and the captcha from the first interaction on. */
import { useState } from 'react';
import { prepareCaptcha } from '../../../lib/captcha.ts';

export function useMessageForm<Values extends Record<string, string>>(empty: Values) {
  const [values, setValues] = useState(empty);
  const [errors, setErrors] = useState<Partial<Record<keyof Values, string>>>({});
  return {
    values,
    setErrors,
    clear: () => setValues(empty),
    /** Returns an input's props; typing clears its error. */
    field: (name: keyof Values & string) => ({
      name,
      value: values[name] ?? '',
      error: errors[name],
      onChange: (event: { target: { value: string } }) => {
        setValues({ ...values, [name]: event.target.value });
        setErrors({ ...errors, [name]: undefined });
      },
    }),
    prepare: prepareCaptcha,
  };
}
