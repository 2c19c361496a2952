/** Withdraws the seconds in question, which also answers the matter. */
import { useState } from 'react';
import type { Matter } from '../../../../shared/contract/matters.ts';
import { parseCuts, toShownSecond } from '../../../../shared/domain/withdrawn.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { ErrorState } from '../../../ui/empty-state.tsx';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { Select } from '../../../ui/select.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { useVod } from '../../recordings/vods/queries.ts';
import { useWithdrawnChanges } from '../withdrawals/queries.ts';
import { WithdrawDialog } from '../withdrawals/withdraw-dialog.tsx';

interface Props {
  matter: Pick<Matter, 'id' | 'recordings' | 'second'>;
  onCut: () => void;
  onClose: () => void;
}

export function MatterCut({ matter: { id: matterId, recordings, second }, onCut, onClose }: Props) {
  const [id, setId] = useState(recordings[0]?.id ?? '');
  const vod = useVod(id);
  const { withdraw } = useWithdrawnChanges({ vodId: id });
  const { data } = vod;
  if (!data?.duration) {
    return (
      <Dialog title="Quitar unos segundos" onClose={onClose}>
        {vod.isPending ? (
          <Spinner label="Cargando el video" />
        ) : vod.isLoadingError ? (
          <LoadFailure error={vod.error} />
        ) : (
          <ErrorState message="Este video todavía se está procesando." onRetry={() => vod.refetch()} />
        )}
      </Dialog>
    );
  }
  const { cuts = '' } = data.playback;
  return (
    <WithdrawDialog
      key={id}
      source={{ vodId: id }}
      at={Math.min(toShownSecond(parseCuts(cuts), second ?? 0), data.duration)}
      duration={data.duration}
      cuts={cuts}
      thumbnailsUrl={data.playback.thumbnailsUrl}
      busy={withdraw.isPending}
      onWithdraw={(removal) => withdraw.mutate({ ...removal, matterId }, { onSuccess: onCut })}
      onClose={onClose}
    >
      {recordings.length > 1 && (
        <Select
          label="Video"
          choices={recordings.map(({ id: value, title }) => ({ value, label: title }))}
          value={id}
          onChange={(event) => setId(event.target.value)}
        />
      )}
    </WithdrawDialog>
  );
}
