/** The two ways to object beside a video: both forms know its page and the second that plays. */
import { useLocation, useNavigate } from 'react-router-dom';
import { paths } from '../../../lib/paths.ts';
import { Button } from '../../../ui/button.tsx';

interface Props {
  /** Ranges that the page's player leaves out, without which its seconds mean others. */
  cuts?: string | undefined;
}

export function ReportLink({ cuts }: Props) {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const open = (form: string) => {
    const second = findSecond();
    const query = new URLSearchParams({
      pagina: pathname,
      ...(second > 0 && { segundo: String(second), ...(cuts !== undefined && { cortes: cuts }) }),
    });
    navigate(`${form}?${query}`);
  };
  return (
    <>
      <Button kind="quiet" icon="user" onClick={() => open(paths.objection)}>
        Sale mi hijo o mi hija
      </Button>
      <Button kind="quiet" icon="flag" onClick={() => open(paths.report)}>
        Denunciar
      </Button>
    </>
  );
}

/** Second of the page's video, if it has an end: the time of a live counts from when its viewer came. */
function findSecond(): number {
  const video = document.querySelector<HTMLVideoElement>('main video');
  return video && Number.isFinite(video.duration) ? Math.floor(video.currentTime) : 0;
}
