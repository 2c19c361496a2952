/** What the contact forms share: their values, what is wrong with them, and the captcha once somebody begins to write. */
import { useState } from 'react';
import { prepareCaptcha } from '../../../lib/captcha.ts';

export function useMessageForm<Values extends Record<string, string>>(empty: Values) {
  const [values, setValues] = useState(empty);
  const [errors, setErrors] = useState<Partial<Record<keyof Values, string>>>({});
  return {
    values,
    setErrors,
    clear: () => setValues(empty),
    /** For the input of a value; typing takes its error away. */
    field: (name: keyof Values & string) => ({
      name,
      value: values[name] ?? '',
      error: errors[name],
      onChange: (event: { target: { value: string } }) => {
        setValues({ ...values, [name]: event.target.value });
        setErrors({ ...errors, [name]: undefined });
      },
    }),
    prepare: () => {
      // A failure shows itself when the message is sent.
      prepareCaptcha().catch(() => undefined);
    },
  };
}
