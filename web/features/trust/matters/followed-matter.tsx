/** A matter for its sender: state, steps, and the field to answer or to appeal. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { matterStateTexts } from '../../../../shared/domain/matter-texts.ts';
import { isBlank } from '../../../../shared/domain/visible-text.ts';
import { api, type ErrorText, errorText } from '../../../lib/api.ts';
import { formatLongDate } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { Textarea } from '../../../ui/textarea.tsx';
import { HideNow } from './hide-now.tsx';
import { MatterSteps } from './matter-steps.tsx';

export function FollowedMatter({ token }: { token: string }) {
  const queryKey = ['followed-matter', token] as const;
  const query = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await api('POST /public/matters/follow', { body: { token }, signal })).data.matter,
  });
  const cache = useQueryClient();
  const reply = useMutation({
    mutationFn: async (message: string) =>
      (await api('POST /public/matters/reply', { body: { token, message } })).data.matter,
    onSuccess: (matter) => cache.setQueryData(queryKey, matter),
  });
  if (query.isLoadingError) return <LoadFailure error={query.error} />;
  if (!query.data) return <Spinner label="Cargando" />;
  const { number, title, state, deadline, isHidden, canHide, steps, canAppeal } = query.data;
  const isWaiting = state === 'OPEN' || state === 'APPEALED';
  return (
    <>
      <p className="wrap-anywhere">{`Aviso ${number}, sobre «${title}».`}</p>
      <p className="font-semibold text-text!">{matterStateTexts[state]}</p>
      {isHidden && <p>Está oculto: nadie más puede abrirlo.</p>}
      {canHide && <HideNow token={token} onHidden={(matter) => cache.setQueryData(queryKey, matter)} />}
      {isWaiting && <p>{`Te contestaremos antes del ${formatLongDate(deadline)}.`}</p>}
      <MatterSteps steps={steps} />
      {(state === 'ASKED' || canAppeal) && (
        <Reply
          key={state}
          label={state === 'ASKED' ? 'Tu respuesta' : '¿Por qué pides otra revisión?'}
          button={state === 'ASKED' ? 'Enviar respuesta' : 'Pedir otra revisión'}
          busy={reply.isPending}
          error={reply.isError ? errorText(reply.error) : undefined}
          onSend={reply.mutate}
        />
      )}
    </>
  );
}

interface Props {
  label: string;
  button: string;
  busy: boolean;
  error: ErrorText | undefined;
  onSend: (message: string) => void;
}

export function Reply({ label, button, busy, error, onSend }: Props) {
  const [message, setMessage] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (message.trim()) onSend(message);
  };
  return (
    <form noValidate className="flex flex-col items-start gap-3 *:w-full" onSubmit={submit}>
      <Textarea
        label={label}
        required
        rows={3}
        maxLength={3000}
        value={message}
        error={error}
        onChange={(event) => setMessage(event.target.value)}
      />
      <Button type="submit" busy={busy} disabled={isBlank(message)} className="w-auto! self-start">
        {button}
      </Button>
    </form>
  );
}
