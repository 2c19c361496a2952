/** /planes: what is sold, for how much and to how many; promotion codes are created and switched off here. */
import { useState } from 'react';
import { NewCodeDialog } from '../../features/money/plans/new-code-dialog.tsx';
import { planColumns } from '../../features/money/plans/plan-columns.tsx';
import { PromotionCodes } from '../../features/money/plans/promotion-codes.tsx';
import { usePlans } from '../../features/money/plans/queries.ts';
import { BackOfficeHeading } from '../../ui/back-office-heading.tsx';
import { Button } from '../../ui/button.tsx';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { ManageList, ManageSkeleton } from '../../ui/manage-list.tsx';

export default function PlansPage() {
  const plans = usePlans();
  const [isCreating, setCreating] = useState(false);
  return (
    <>
      <BackOfficeHeading title="Planes y códigos">
        <Button onClick={() => setCreating(true)}>Nuevo código</Button>
      </BackOfficeHeading>
      <section aria-labelledby="plans" className="mb-10">
        <h2 id="plans" className="mb-2 text-lead">
          Planes
        </h2>
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
      </section>
      <section aria-labelledby="codes">
        <h2 id="codes" className="mb-2 text-lead">
          Códigos de descuento
        </h2>
        <p className="mb-4 max-w-3xl text-muted">
          Se escriben en la página de pago, que cuenta los usos y mira si el código vale para esa compra. En los planes
          por meses descuentan el primero.
        </p>
        <PromotionCodes />
      </section>
      {isCreating && <NewCodeDialog onClose={() => setCreating(false)} />}
    </>
  );
}
