/** The provider's promotion codes, newest first; an active one can be switched off. */
import { useState } from 'react';
import type { PromotionCode, PromotionState } from '../../../../shared/contract/plans.ts';
import { formatPrice } from '../../../../shared/domain/price-text.ts';
import { api } from '../../../lib/api.ts';
import { formatCount, formatLastDay } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { type Column, ManageList, ManageSkeleton, RowText } from '../../../ui/manage-list.tsx';
import { useAct } from '../../../ui/use-act.ts';
import { cellButton, figureColumn, pillColumn } from '../../platform/back-office/columns.tsx';
import { usePromotionCodes } from './queries.ts';

export function PromotionCodes() {
  const list = usePromotionCodes();
  const [ending, setEnding] = useState<PromotionCode>();
  const codes = list.data?.pages.flatMap((page) => page.codes);
  if (!codes) return list.isLoadingError ? <LoadFailure error={list.error} /> : <ManageSkeleton rows={3} />;
  if (codes.length === 0)
    return (
      <EmptyState
        icon="bookmark"
        title="Todavía no hay códigos"
        text="Crea uno y compártelo: quien compra lo escribe en la página de pago."
      />
    );
  return (
    <>
      <ManageList
        label="Códigos de descuento"
        columns={[...columns, createEndColumn(setEnding)]}
        rows={codes}
        isDimmed={({ state }) => state !== 'ACTIVE'}
      />
      {list.hasNextPage && (
        <div className="mt-5 text-center">
          <Button kind="secondary" busy={list.isFetchingNextPage} onClick={() => list.fetchNextPage()}>
            Ver códigos anteriores
          </Button>
        </div>
      )}
      {ending && <EndDialog code={ending.code} onClose={() => setEnding(undefined)} />}
    </>
  );
}

function EndDialog({ code, onClose }: { code: string; onClose: () => void }) {
  const ending = useAct({
    send: () => api('DELETE /live/promotion-codes/{code}', { params: { code } }),
    success: `El código ${code} ya no vale`,
    failure: 'No se ha podido desactivar',
    stale: ['promotion-codes'],
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      title={`¿Desactivar ${code}?`}
      confirm="Desactivar"
      busy={ending.isPending}
      onConfirm={() => ending.mutate()}
      onCancel={onClose}
    >
      <p className="text-muted">Nadie más podrá usarlo. Quien ya compró con él conserva su precio.</p>
    </ConfirmDialog>
  );
}

const stateTexts: Record<PromotionState, string> = {
  ACTIVE: 'Activo',
  ENDED: 'Desactivado',
  EXPIRED: 'Caducado',
  USED_UP: 'Agotado',
};

function describeConditions({ plans, isForEveryMonth, isForFirstPurchase, minimum }: PromotionCode): string {
  return [
    plans.length > 0 ? plans.join(', ') : 'Todo lo que se vende',
    isForEveryMonth && 'también en los meses siguientes',
    isForFirstPurchase && 'solo en la primera compra',
    minimum !== null && `desde ${formatPrice(minimum / 100)}`,
  ]
    .filter(Boolean)
    .join(' · ');
}

const columns: Column<PromotionCode>[] = [
  { title: 'Código', cell: (code) => <RowText title={code.code}>{describeConditions(code)}</RowText> },
  pillColumn('Estado', '130px', ({ state }) => ({
    tone: state === 'ACTIVE' ? 'success' : 'neutral',
    text: stateTexts[state],
  })),
  {
    title: 'Descuento',
    width: '100px',
    isNumber: true,
    cell: ({ percent, amount }) => (
      <span className="font-semibold tabular-nums @[860px]:text-right">
        {percent === null ? formatPrice((amount ?? 0) / 100) : `${formatCount(percent)}\u00a0%`}
      </span>
    ),
  },
  figureColumn('Usos', '120px', ({ used, left }) =>
    left === null
      ? `${formatCount(used)} ${used === 1 ? 'uso' : 'usos'}`
      : `${formatCount(used)} de ${formatCount(used + left)} usos`,
  ),
  {
    title: 'Último día',
    width: '170px',
    cell: ({ until }) => <span className="text-small">{until ? formatLastDay(until) : 'Sin fecha de fin'}</span>,
  },
];

const createEndColumn = (end: (code: PromotionCode) => void): Column<PromotionCode> => ({
  title: '',
  width: '100px',
  isNumber: true,
  cell: (code) => (code.state === 'ACTIVE' ? cellButton('Desactivar', code.code, () => end(code)) : <span />),
});
