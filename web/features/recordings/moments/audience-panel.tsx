import { useQuery } from '@tanstack/react-query';
import type { Moment } from '../../../../shared/contract/moments.ts';
import type { ManagedVod } from '../../../../shared/contract/vod.ts';
import { api } from '../../../lib/api.ts';
import { formatCount } from '../../../lib/format.ts';
import { Fact, Panel } from '../../../ui/form-layout.tsx';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { AudienceCurve } from './audience-curve.tsx';

export function AudiencePanel({ vod, moments }: { vod: ManagedVod; moments: readonly Moment[] }) {
  const { data, error } = useQuery({
    queryKey: ['audience', vod.id],
    queryFn: async ({ signal }) =>
      (await api('GET /live/vods/{id}/audience', { params: { id: vod.id }, signal })).data.audience,
  });
  if (error && !data) return <LoadFailure error={error} />;
  const formatFigure = (value: number | undefined) => (value === undefined ? '—' : formatCount(value));
  return (
    <Panel title="Audiencia">
      <dl className="mb-4">
        <Fact label="Espectadores únicos">{formatFigure(data?.uniqueViewers)}</Fact>
        <Fact label="Reproducciones">{formatFigure(data?.plays)}</Fact>
        {data?.livePeak != null && <Fact label="Máximo a la vez en directo">{formatCount(data.livePeak)}</Fact>}
      </dl>
      {data && vod.duration && data.parts.some((viewers) => viewers > 0) ? (
        <AudienceCurve parts={data.parts} seconds={vod.duration} moments={moments} />
      ) : (
        <p className="text-small text-muted">
          {data ? 'La curva de audiencia aparecerá cuando alguien vea el video.' : 'Cargando la audiencia…'}
        </p>
      )}
    </Panel>
  );
}
