/** 'Denunciar': opens the report form, filled with this page's address and the second that plays. */
import type { RefObject } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { paths } from '../../../lib/paths.ts';
import { Button } from '../../../ui/button.tsx';

export function ReportLink({ media }: { media?: RefObject<HTMLVideoElement | null> }) {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const open = () => {
    const second = Math.floor(media?.current?.currentTime ?? 0);
    const query = new URLSearchParams({ pagina: pathname, ...(second > 0 && { segundo: String(second) }) });
    navigate(`${paths.report}?${query}`);
  };
  return (
    <Button kind="quiet" icon="flag" onClick={open}>
      Denunciar
    </Button>
  );
}
