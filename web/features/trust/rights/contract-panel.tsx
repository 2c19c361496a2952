/** The operator's contract: its text, and the person who has accepted it for the club. */
import { useState } from 'react';
import type { Teams } from '../../../../shared/contract/rights.ts';
import { contractTexts, contractVersion } from '../../../../shared/domain/image-rights.ts';
import { errorText } from '../../../lib/api.ts';
import { formatLongDate } from '../../../lib/format.ts';
import { StatusPill } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { FailureLine } from '../../../ui/failure-line.tsx';
import { useContract } from './queries.ts';

export function ContractPanel({ club, contract }: Pick<Teams, 'club' | 'contract'>) {
  const accept = useContract(club.id);
  const [hasRead, setHasRead] = useState(false);
  const isCurrent = contract?.version === contractVersion;
  return (
    <section aria-labelledby="contract" className="rounded-md border border-line bg-surface p-4">
      <div className="flex flex-wrap items-center gap-3">
        <h2 id="contract" className="mr-auto text-lead font-semibold">
          Contrato con Cantera TV
        </h2>
        {contract ? (
          <StatusPill tone={isCurrent ? 'success' : 'warning'}>
            {isCurrent ? 'Aceptado' : 'Hay una versión nueva'}
          </StatusPill>
        ) : (
          <StatusPill tone="danger">Sin aceptar</StatusPill>
        )}
      </div>
      {contract && (
        <p className="text-small text-muted wrap-anywhere">
          {`${contract.by} lo aceptó el ${formatLongDate(contract.at)} (versión ${contract.version}).`}
        </p>
      )}
      <details open={!isCurrent} className="mt-2">
        <summary className="min-h-11 cursor-pointer content-center text-small font-semibold">
          {`Leer el contrato (versión ${contractVersion})`}
        </summary>
        <ol className="flex max-w-160 list-decimal flex-col gap-2 pl-5 text-small">
          {contractTexts.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ol>
      </details>
      {!isCurrent && (
        <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
          <Checkbox
            label={`He leído el contrato y puedo aceptarlo por ${club.name}`}
            checked={hasRead}
            onChange={(event) => setHasRead(event.target.checked)}
          />
          <Button disabled={!hasRead} busy={accept.isPending} onClick={() => accept.mutate()}>
            Aceptar el contrato
          </Button>
          <FailureLine className="w-full text-small" text={accept.isError && errorText(accept.error)} />
        </div>
      )}
    </section>
  );
}
