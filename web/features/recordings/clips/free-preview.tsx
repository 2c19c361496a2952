/**
 * 'Ver un momento gratis' replaces the lock of a recording without access, at the same height. The preview plays over
 * the recording's picture, and ends with a link to buy.
 */
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link, type LinkProps } from 'react-router-dom';
import { api, errorText } from '../../../lib/api.ts';
import { Button, chooseButtonLook } from '../../../ui/button.tsx';
import { FailureText } from '../../../ui/failure-text.tsx';
import { ClipPlayer } from './clip-player.tsx';

interface Props {
  vodId: string;
  title: string;
  /** Stands here until a moment is known, and while it plays. */
  lock?: ReactNode;
  /** Link to the rest of the match, with its price. */
  next: { to: LinkProps['to']; text: string };
}

export function FreePreview({ vodId, title, lock, next }: Props) {
  const params = { id: vodId };
  const offer = useQuery({
    queryKey: ['free-moment', vodId],
    queryFn: async ({ signal }) => (await api('GET /vods/{id}/free-moment', { params, signal })).data.freeMoment,
    retry: false,
  });
  const fetchVideo = async () => (await api('POST /vods/{id}/free-moment', { params })).data.video;
  const playback = useMutation({ mutationFn: fetchVideo });
  const [isOver, setOver] = useState(false);

  if (playback.data && !isOver) {
    return (
      <>
        {lock}
        <ClipPlayer
          src={playback.data}
          label={`Momento gratis de ${title}`}
          renew={fetchVideo}
          ref={focus}
          onEnded={() => setOver(true)}
          className="absolute inset-0 size-full bg-black"
        />
      </>
    );
  }
  if (isOver) {
    return (
      <Link to={next.to} ref={focus} className={`${chooseButtonLook('secondary', 'medium')}`}>
        {next.text}
      </Link>
    );
  }
  if (playback.isError) {
    return (
      <p
        role="alert"
        className="grid min-h-11 place-items-center rounded-full bg-raised px-5 text-small font-medium text-text sm:min-h-14"
      >
        <FailureText text={errorText(playback.error)} />
      </p>
    );
  }
  if (!offer.data) return lock;
  return (
    <Button kind="secondary" icon="play" busy={playback.isPending} onClick={() => playback.mutate()}>
      Ver un momento gratis
    </Button>
  );
}

/** Takes the focus from the pressed button, which is gone. */
const focus = (element: HTMLElement | null) => element?.focus({ preventScroll: true });
