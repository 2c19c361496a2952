/** Below a match: plans, videos, log, or an empty state. */
import type { ReactNode } from 'react';
import type { MatchState } from '../../../../shared/domain/match-state.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { Pagination } from '../../../ui/pagination.tsx';
import { PaymentNotice } from '../../money/payments/payment-notice.tsx';
import { Plans } from '../../money/payments/plans.tsx';
import { MatchGrid } from '../../viewing/matches/match-cards.tsx';
import type { LoadedEventView } from './use-event-view.ts';

export function EventVideos({ view, log }: { view: LoadedEventView; log: ReactNode }) {
  const { state, live, vod, vods, watchable, payment, settled, failed, showsClips, showsData } = view;
  return (
    <div className="flex min-w-0 flex-col gap-8 empty:hidden column:col-span-full">
      {watchable.isLoadingError && <LoadFailure title="No se ha podido abrir el video" error={watchable.error} />}
      <PaymentNotice {...payment} />
      {view.isForSale && <Plans sale={view.sale} />}

      {settled && view.isLogSettled && !showsClips && !showsData && ((vods.data?.total ?? 0) > 0 || failed) && (
        <section aria-labelledby="videos">
          <h2 id="videos" className="mb-4 scroll-mt-4 text-title">
            Videos del Evento
          </h2>
          <MatchGrid vods={vods.data?.vods} omitsResult={view.omitsResults} />
          {failed && <LoadFailure error={failed} />}
          <Pagination page={view.page} totalPages={vods.data?.totalPages ?? 1} onPage={view.goTo} />
        </section>
      )}
      {settled && !live && !vod && !showsData && log}
      {settled && !live && vods.data?.total === 0 && (
        <EmptyState icon="clock" {...(emptyTexts[state.kind] ?? awaitedText)} />
      )}
    </div>
  );
}

const awaitedText = { title: 'Todavía no hay videos', text: 'El directo y la grabación aparecerán en esta página.' };

const emptyTexts: Partial<Record<MatchState['kind'], typeof awaitedText>> = {
  CANCELLED: { title: 'Este partido se ha cancelado', text: 'No se jugará ni se emitirá.' },
  ENDED: { title: 'Todavía no hay videos', text: 'El partido ha terminado. Si se grabó, el video aparecerá aquí.' },
};
