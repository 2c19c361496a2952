/** Buys with only an email address: creates an account and its session, so that the payment can begin. */
import { useState } from 'react';
import { EmailField } from '../../../../shared/domain/account-forms.ts';
import { ApiError, api, type ErrorText, errorText } from '../../../lib/api.ts';
import { CaptchaError, describeMissingCaptcha, getCaptchaToken, prepareCaptcha } from '../../../lib/captcha.ts';
import { paths } from '../../../lib/paths.ts';
import { withQuery } from '../../../lib/safe-path.ts';
import { useFields } from '../../../lib/use-fields.ts';
import { useSession } from '../../../session/session.tsx';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { FailureText } from '../../../ui/failure-text.tsx';
import { EmailInput } from '../../../ui/text-input.tsx';
import { TextLink } from '../../../ui/text-link.tsx';
import { describeAccountError } from '../../people/accounts/account-errors.ts';
import { FormNotice } from '../../people/accounts/account-layout.tsx';
import { findIssue, validateTerms } from '../../people/accounts/account-validation.ts';
import { TermsByPaying, TermsLabel } from '../../people/accounts/terms.tsx';
import { consentFor, giveConsent } from './order-consent.ts';
import { missingConsent } from './order-summary.tsx';
import { toPaymentPath } from './return-path.ts';

interface Props {
  query: URLSearchParams;
  action: string;
  isBrief?: boolean;
  onEntered?: () => void;
}

/**
 * `query`: parameters of the subscription wizard. `action`: the button's text. `isBrief`: paying accepts the terms, as
 * a line above the button says. `onEntered` is called once the new session exists.
 */
export function EmailPurchase({ query, action, isBrief = false, onEntered }: Props) {
  const session = useSession();
  /** Set once the address belongs to an account, which has been sent a link. */
  const [mailed, setMailed] = useState<ErrorText>();
  const loginPath = withQuery(paths.login, { redirectTo: toPaymentPath(query) });
  const { field, box, attributes, failure, phase } = useFields({
    // The boxes are never ticked beforehand: agreeing is an act of the buyer.
    empty: { email: '', terms: false, consent: false },
    validate: ({ email, terms, consent }) =>
      findIssue('email', EmailField, email) ??
      (isBrief ? undefined : validateTerms(terms)) ??
      (consent ? undefined : { consent: missingConsent }),
    send: async ({ email }) => {
      try {
        const captchaToken = await getCaptchaToken('signup');
        const { data } = await api('POST /users/by-email', {
          body: { email, acceptTerms: true, captchaToken, platform: 'web' },
        });
        // The session is a long one, because the account has no password for another login.
        giveConsent(query);
        session.enter(data, true);
        onEntered?.();
      } catch (error) {
        if (!(error instanceof ApiError && error.code === 'SR4093')) throw error;
        setMailed(errorText(error));
      }
    },
    toText: (error) => describeError(error, loginPath),
  });
  return (
    <>
      <FormNotice problem={failure} success={mailed && <FailureText text={mailed} />} />
      {mailed ? (
        <Button kind="secondary" onClick={() => setMailed(undefined)}>
          Usar otro email
        </Button>
      ) : (
        <form {...attributes} ref={prepareCaptcha}>
          <EmailInput
            required
            data-focus={isBrief || undefined}
            hint="Ahora no necesitas contraseña: con el email que te enviaremos podrás elegir una."
            {...field('email')}
          />
          {!isBrief && <Checkbox required label={<TermsLabel />} {...box('terms')} />}
          <Checkbox required label={consentFor(query).text} {...box('consent')} />
          {isBrief && <TermsByPaying />}
          <Button type="submit" busy={phase === 'sending'}>
            {action}
          </Button>
        </form>
      )}
      <div className="flex flex-col items-center text-center text-small text-muted">
        <p>
          ¿Ya tienes cuenta?{' '}
          <TextLink to={loginPath} isTarget>
            Inicia sesión
          </TextLink>
        </p>
        <TextLink to={{ pathname: paths.subscription, search: `?${query}` }} isTarget>
          Prefiero crear mi cuenta completa
        </TextLink>
      </div>
    </>
  );
}

/** Describes the error, with a link to the login for an account that exists. */
function describeError(error: unknown, loginPath: string): ErrorText | string {
  if (error instanceof CaptchaError) return describeMissingCaptcha(error);
  const { markup, reference } = describeAccountError(error);
  return { markup: markup.replace('Inicia sesión', `<a href="${loginPath}">Inicia sesión</a>`), reference };
}
