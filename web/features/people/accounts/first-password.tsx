/** Sends a link for setting a password to an account without one, such as one created with only an email address. */
import { useState } from 'react';
import type { ErrorText } from '../../../lib/api.ts';
import { prepareCaptcha } from '../../../lib/captcha.ts';
import { Button } from '../../../ui/button.tsx';
import { FormNotice } from './account-layout.tsx';
import { passwordLinkSentText, requestPasswordLink } from './password-link.ts';

export function FirstPassword({ email }: { email: string }) {
  const [failure, setFailure] = useState<ErrorText | string>();
  const [phase, setPhase] = useState<'editing' | 'sending' | 'done'>('editing');

  async function send() {
    setPhase('sending');
    setFailure(undefined);
    const failed = await requestPasswordLink(email);
    setFailure(failed);
    setPhase(failed ? 'editing' : 'done');
  }

  return (
    <div ref={prepareCaptcha} className="flex flex-col items-start gap-4">
      <p className="text-pretty text-muted">
        Tu cuenta todavía no tiene contraseña. Elige una para entrar también en otros dispositivos: te enviaremos un
        enlace a <span className="font-semibold break-all text-text">{email}</span>.
      </p>
      <FormNotice problem={failure} success={phase === 'done' && passwordLinkSentText} />
      {phase !== 'done' && (
        <Button className="py-2" busy={phase === 'sending'} onClick={send}>
          Enviarme un enlace para elegir contraseña
        </Button>
      )}
    </div>
  );
}
