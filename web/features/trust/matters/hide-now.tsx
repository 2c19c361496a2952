/** Says that the item of an objection is still in view, and hides it for its writer. */
import { useMutation } from '@tanstack/react-query';
import { type Answer, api, errorText } from '../../../lib/api.ts';
import { Button } from '../../../ui/button.tsx';
import { FailureLine } from '../../../ui/failure-line.tsx';

type HiddenMatter = Answer<'POST /public/matters/hide'>['data']['matter'];

export function HideNow({ token, onHidden }: { token: string; onHidden: (matter: HiddenMatter) => void }) {
  const hide = useMutation({
    mutationFn: async () => (await api('POST /public/matters/hide', { body: { token } })).data.matter,
    onSuccess: onHidden,
  });
  return (
    <div className="flex flex-col items-start gap-3 rounded-sm border border-line-strong p-4">
      <p className="font-semibold text-text!">Sigue a la vista.</p>
      <p>Si se reconoce a un menor, puedes ocultarlo ahora mismo. Lo revisaremos después.</p>
      <Button kind="danger" busy={hide.isPending} onClick={() => hide.mutate()}>
        Ocultarlo ya
      </Button>
      <FailureLine className="text-danger!" text={hide.isError ? errorText(hide.error) : undefined} />
    </div>
  );
}
