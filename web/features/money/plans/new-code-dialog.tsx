/** The form of a new promotion code; the provider enforces what it says. */
import { type FormEvent, useRef, useState } from 'react';
import { ulid } from 'ulid';
import { type NewPromotionCode, promotedPlans } from '../../../../shared/contract/plans.ts';
import { nameProduct, plans } from '../../../../shared/domain/plans.ts';
import { api, errorText } from '../../../lib/api.ts';
import { Button } from '../../../ui/button.tsx';
import { type ClubChoice, ClubPicker } from '../../../ui/club-picker.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FailureText } from '../../../ui/failure-text.tsx';
import { Select } from '../../../ui/select.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import { useAct } from '../../../ui/use-act.ts';
import { searchManagedClubs } from '../../platform/back-office/use-management.ts';
import { type CodeProblem, type CodeTexts, checkCode } from './check-code.ts';

const products = promotedPlans.map((value) => ({ value, label: nameProduct(value) }));
const units = [
  { value: 'PERCENT', label: '% del precio' },
  { value: 'CENTS', label: '€ menos' },
];
const empty: CodeTexts = { code: '', off: '', unit: 'PERCENT', product: '', clubId: undefined, lastDay: '', uses: '' };

export function NewCodeDialog({ onClose }: { onClose: () => void }) {
  const creating = useCreateCode(onClose);
  const [texts, setTexts] = useState(empty);
  const [clubs, setClubs] = useState<ClubChoice[]>([]);
  const [problem, setProblem] = useState<CodeProblem>();
  const set = (change: Partial<CodeTexts>) => {
    setTexts({ ...texts, ...change });
    setProblem(undefined);
    creating.reset();
  };
  const toError = (field: CodeProblem['field']) => (problem?.field === field ? problem.text : undefined);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const checked = checkCode({ ...texts, clubId: clubs[0]?.id }, Date.now());
    if (!('field' in checked)) return creating.mutate(checked);
    setProblem(checked);
    event.currentTarget
      .querySelector<HTMLElement>(`[data-field=${checked.field}], [data-field=${checked.field}] input`)
      ?.focus();
  }

  return (
    <Dialog title="Nuevo código" onClose={onClose} sheet>
      <form noValidate className="flex flex-col gap-4" onSubmit={submit}>
        <TextInput
          data-focus
          data-field="code"
          label="Código"
          required
          hint="Lo que escribirá quien compra: VERANO25"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={30}
          className="uppercase"
          error={toError('code')}
          value={texts.code}
          onChange={({ target }) => set({ code: target.value })}
        />
        <div className="grid grid-cols-2 items-start gap-3">
          <TextInput
            data-field="off"
            label="Descuento"
            required
            inputMode="decimal"
            maxLength={6}
            error={toError('off')}
            value={texts.off}
            onChange={({ target }) => set({ off: target.value })}
          />
          <Select
            label="Unidad"
            choices={units}
            value={texts.unit}
            onChange={({ target }) => set({ unit: target.value as CodeTexts['unit'] })}
          />
        </div>
        <Select
          label="Para"
          placeholder="Todo lo que se vende"
          choices={products}
          value={texts.product}
          hint={isMonthly(texts.product) ? 'Descuenta solo el primer mes' : undefined}
          onChange={({ target }) => set({ product: target.value })}
        />
        {texts.product === 'PT_CLUB_PASS' && (
          <div data-field="clubId">
            <ClubPicker
              label="Club"
              required
              search={searchManagedClubs}
              chosen={clubs}
              error={toError('clubId')}
              onChange={(chosen) => {
                setClubs(chosen.slice(-1));
                set({});
              }}
            />
          </div>
        )}
        <div className="grid grid-cols-2 items-start gap-3">
          <TextInput
            data-field="lastDay"
            label="Último día"
            type="date"
            hint="Vacío, no caduca"
            error={toError('lastDay')}
            value={texts.lastDay}
            onChange={({ target }) => set({ lastDay: target.value })}
          />
          <TextInput
            data-field="uses"
            label="Usos"
            inputMode="numeric"
            maxLength={6}
            hint="Vacío, sin límite"
            error={toError('uses')}
            value={texts.uses}
            onChange={({ target }) => set({ uses: target.value })}
          />
        </div>
        <p role="alert" className="text-small font-medium text-danger empty:hidden">
          {creating.error && <FailureText text={errorText(creating.error, 'No se ha podido crear el código')} />}
        </p>
        <div className="flex justify-end gap-3">
          <Button kind="secondary" onClick={onClose}>
            Cancelar
          </Button>
          <Button type="submit" busy={creating.isPending}>
            Crear código
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function useCreateCode(onCreated: () => void) {
  // Sending the same form again after a lost response creates no second code.
  const attempt = useRef({ content: '', id: '' });
  return useAct({
    send: (code: Omit<NewPromotionCode, 'id'>) => {
      const content = JSON.stringify(code);
      if (attempt.current.content !== content) attempt.current = { content, id: ulid() };
      return api('POST /live/promotion-codes', { body: { id: attempt.current.id, ...code } });
    },
    success: (_, { code }) => `El código ${code} ya se puede usar`,
    failure: null,
    stale: ['promotion-codes'],
    onDone: onCreated,
  });
}

const isMonthly = (product: string) => promotedPlans.some((one) => one === product && plans[one].paid === 'MONTHLY');
