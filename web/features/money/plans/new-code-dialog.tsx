/** The form of a new promotion code; the provider enforces what it says. */
import { type FormEvent, useRef, useState } from 'react';
import { ulid } from 'ulid';
import {
  type NewPromotionCode,
  promotedPlans,
  promotionCodePattern,
  promotionLimits,
} from '../../../../shared/contract/plans.ts';
import { endOfDay } from '../../../../shared/domain/madrid-time.ts';
import { nameProduct, plans } from '../../../../shared/domain/plans.ts';
import { api, errorText } from '../../../lib/api.ts';
import { type ClubChoice, ClubPicker } from '../../../ui/club-picker.tsx';
import { Dialog, DialogButtons } from '../../../ui/dialog.tsx';
import { FailureLine } from '../../../ui/failure-line.tsx';
import { Select } from '../../../ui/select.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import { useAct } from '../../../ui/use-act.ts';
import { searchManagedClubs } from '../../platform/back-office/use-management.ts';

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
        <FailureLine text={creating.error && errorText(creating.error, 'No se ha podido crear el código')} />
        <DialogButtons submit="Crear código" busy={creating.isPending} onCancel={onClose} />
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

/** Turns the form of a promotion code into the request's body, or into its first problem. */
interface CodeTexts {
  code: string;
  off: string;
  unit: NewPromotionCode['unit'];
  /** Empty for everything that is sold. */
  product: string;
  clubId: string | undefined;
  /** `YYYY-MM-DD`, or empty. */
  lastDay: string;
  uses: string;
}

interface CodeProblem {
  field: 'code' | 'off' | 'clubId' | 'lastDay' | 'uses';
  text: string;
}

function checkCode(
  { code, off, unit, product, clubId, lastDay, uses }: CodeTexts,
  now: number,
): Omit<NewPromotionCode, 'id'> | CodeProblem {
  const [text, amount, most] = [code.trim().toUpperCase(), toAmount(off, unit), toWhole(uses)];
  const plan = promotedPlans.find((one) => one === product) ?? null;
  const until = lastDay ? endOfDay(lastDay) : null;
  if (!promotionCodePattern.test(text))
    return { field: 'code', text: 'De 3 a 30 letras sin tilde, números o guiones, sin espacios' };
  if (!(amount >= 1 && amount <= promotionLimits[unit]))
    return { field: 'off', text: unit === 'PERCENT' ? 'Un número entero del 1 al 100' : 'Un importe de 0,01 a 100 €' };
  if (plan === 'PT_CLUB_PASS' && !clubId) return { field: 'clubId', text: 'Elige el club del abono' };
  if (until !== null && Date.parse(until) <= now) return { field: 'lastDay', text: 'Elige un día que no haya pasado' };
  if (uses.trim() && !(most >= 1 && most <= 100_000))
    return { field: 'uses', text: 'Un número entero del 1 al 100.000' };
  return {
    code: text,
    unit,
    off: amount,
    product: plan,
    ...(plan === 'PT_CLUB_PASS' && { clubId }),
    until,
    uses: uses.trim() ? most : null,
  };
}

/** Percent, or cents; NaN for what is neither. */
const toAmount = (text: string, unit: NewPromotionCode['unit']): number =>
  unit === 'PERCENT' ? toWhole(text) : Math.round(Number(text.trim().replace(',', '.') || Number.NaN) * 100);

const toWhole = (text: string): number => (/^\d{1,6}$/.test(text.trim()) ? Number(text) : Number.NaN);
