/** Values and errors of the contact forms. */
import { useState } from 'react';

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
  };
}
