/** Sends a link for setting a password to an account without one, such as one created with only an email address. */
import { useMutation } from '@tanstack/react-query';
import { prepareCaptcha } from '../../../lib/captcha.ts';
import { Button } from '../../../ui/button.tsx';
import { FormNotice } from './account-layout.tsx';
import { describeUnsentLink, passwordLinkSentText, requestPasswordLink } from './password-link.ts';

export function FirstPassword({ email }: { email: string }) {
  const { mutate, error, isPending, isSuccess } = useMutation({ mutationFn: () => requestPasswordLink(email) });
  return (
    <div ref={prepareCaptcha} className="flex flex-col items-start gap-4">
      <p className="text-pretty text-muted">
        Tu cuenta todavía no tiene contraseña. Elige una para entrar también en otros dispositivos: te enviaremos un
        enlace a <span className="font-semibold break-all text-text">{email}</span>.
      </p>
      <FormNotice problem={error ? describeUnsentLink(error) : undefined} success={isSuccess && passwordLinkSentText} />
      {!isSuccess && (
        <Button className="py-2" busy={isPending} onClick={() => mutate()}>
          Enviarme un enlace para elegir contraseña
        </Button>
      )}
    </div>
  );
}
