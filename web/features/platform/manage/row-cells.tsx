/** Cells shared by several lists; read-only users see the plain value. */
import { CellLabel } from '../../../ui/manage-list.tsx';
import { type OrderRules, OrderStepper } from '../../../ui/order-stepper.tsx';
import { Switch } from '../../../ui/switch.tsx';

export function OrderCell({
  name = 'Orden',
  label,
  value,
  rules,
  readOnly = false,
  onChange,
}: {
  name?: string;
  label: string;
  value: number | null;
  rules: OrderRules;
  readOnly?: boolean;
  onChange: (value: number | null) => void;
}) {
  return (
    <span className="inline-flex items-center gap-2 text-small tabular-nums">
      <CellLabel>{name}</CellLabel>
      {readOnly ? (value ?? '—') : <OrderStepper label={label} value={value} rules={rules} onChange={onChange} />}
    </span>
  );
}

export function VisibleCell({
  label,
  visible,
  readOnly = false,
  disabled,
  onChange,
}: {
  label: string;
  visible: boolean;
  readOnly?: boolean;
  disabled?: boolean;
  onChange: (visible: boolean) => void;
}) {
  return (
    <span className="inline-flex items-center gap-2 text-small">
      <CellLabel>Visible</CellLabel>
      {readOnly ? (
        visible ? (
          'Sí'
        ) : (
          'No'
        )
      ) : (
        <Switch label={label} checked={visible} disabled={disabled} onChange={onChange} />
      )}
    </span>
  );
}
