/** After creating an event: selects it in this form, unsaved. */
import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { Sport } from '../../../../shared/contract/schema.ts';

export function useEventFromQuery(select: (sportEventId: string, sport: Sport | undefined) => void): void {
  const [query] = useSearchParams();
  const sportEventId = query.get('sportEventId');
  const sport = query.get('sport');
  const latest = useRef(select);
  latest.current = select;
  useEffect(() => {
    if (sportEventId) latest.current(sportEventId, sport === 'SOCCER' || sport === 'BASKET' ? sport : undefined);
  }, [sportEventId, sport]);
}
