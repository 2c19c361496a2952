/** /planes: what is sold, for how much and to how many; promotion codes are created and switched off here. */
import { useState } from 'react';
import type { PlanView } from '../../../shared/contract/plans.ts';
import { isPass, nameProduct, type ProductType } from '../../../shared/domain/plans.ts';
import { formatPrice } from '../../../shared/domain/price-text.ts';
import { NewCodeDialog } from '../../features/money/plans/new-code-dialog.tsx';
import { PromotionCodes } from '../../features/money/plans/promotion-codes.tsx';
import { usePlans } from '../../features/money/plans/queries.ts';
import { amountColumn, figureColumn, pillColumn } from '../../features/platform/back-office/columns.tsx';
import { formatCount } from '../../lib/format.ts';
import { BackOfficeHeading } from '../../ui/back-office-heading.tsx';
import { Button } from '../../ui/button.tsx';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { type Column, ManageList, ManageSkeleton, RowText } from '../../ui/manage-list.tsx';
import { Section } from '../../ui/section.tsx';

export default function PlansPage() {
  const plans = usePlans();
  const [isCreating, setCreating] = useState(false);
  return (
    <>
      <BackOfficeHeading title="Planes y códigos">
        <Button onClick={() => setCreating(true)}>Nuevo código</Button>
      </BackOfficeHeading>
      <Section title="Planes" className="mb-10" heading="mb-2">
        <p className="mb-4 max-w-3xl text-muted">
          Quien ya compró conserva su precio y sus pantallas. El precio de un partido se cambia en el propio partido;
          los de los planes y si se venden, en los ajustes de la instalación.
        </p>
        {plans.data ? (
          <ManageList
            label="Planes"
            columns={planColumns}
            rows={plans.data.map((plan) => ({ ...plan, id: plan.product }))}
            isDimmed={({ price }) => price === 0}
          />
        ) : plans.isLoadingError ? (
          <LoadFailure error={plans.error} />
        ) : (
          <ManageSkeleton rows={5} />
        )}
      </Section>
      <Section title="Códigos de descuento" heading="mb-2">
        <p className="mb-4 max-w-3xl text-muted">
          Se escriben en la página de pago, que cuenta los usos y mira si el código vale para esa compra. En los planes
          por meses descuentan el primero.
        </p>
        <PromotionCodes />
      </Section>
      {isCreating && <NewCodeDialog onClose={() => setCreating(false)} />}
    </>
  );
}

const rightTexts: Record<ProductType, string> = {
  PT_SPORT_EVENT: 'Ese partido, en directo y en diferido. Cada partido puede tener su precio.',
  PT_CLUB_PASS: 'Todos los partidos de un club hasta el final de la temporada',
  PT_MONTHLY: 'Todos los partidos, mes a mes hasta el final de la temporada',
  PT_SEASON: 'Todos los partidos hasta el final de la temporada',
  PT_FAMILY: 'Todos los partidos, mes a mes, en varias pantallas a la vez',
};

const planColumns: Column<PlanView & { id: string }>[] = [
  { title: 'Plan', cell: ({ product }) => <RowText title={nameProduct(product)}>{rightTexts[product]}</RowText> },
  pillColumn('Estado', '130px', ({ price }) =>
    price > 0 ? { tone: 'success', text: 'A la venta' } : { tone: 'neutral', text: 'No se vende' },
  ),
  {
    title: 'Pantallas',
    width: '100px',
    cell: ({ screens }) => (
      <span className="text-small tabular-nums">{screens === 1 ? '1 pantalla' : `${screens} pantallas`}</span>
    ),
  },
  figureColumn(
    'Ahora',
    '190px',
    ({ holders }) => holders !== null && `${formatCount(holders)} ${holders === 1 ? 'persona' : 'personas'}`,
  ),
  amountColumn(
    'Precio',
    '130px',
    ({ price }) => price > 0 && formatPrice(price / 100),
    ({ product, price }) => price > 0 && describePayment(product),
  ),
];

const describePayment = (product: ProductType) =>
  product === 'PT_SPORT_EVENT' ? 'por partido' : isPass(product) ? 'un solo pago' : 'al mes';
