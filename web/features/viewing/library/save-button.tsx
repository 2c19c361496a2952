/** Saves a video to 'Mi lista' or removes it; disabled until its state is known. */
import { useRef, useState } from 'react';
import type { ShelfVideo } from '../../../../shared/contract/library.ts';
import { api, errorText } from '../../../lib/api.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { toast } from '../../../ui/toaster.tsx';
import { useInvalidateShelves } from './queries.ts';

interface Props {
  video: ShelfVideo;
  saved: boolean | undefined;
  /** The video's title for screen readers, where the button stands apart from it. */
  title?: string;
}

export function SaveButton({ video, saved: initiallySaved, title }: Props) {
  const [saved, setSaved] = useState(initiallySaved ?? false);
  /** The last wish, which the running request may not know yet. */
  const wish = useRef(saved);
  const isSending = useRef(false);
  const invalidateShelves = useInvalidateShelves();

  async function toggle() {
    wish.current = !wish.current;
    setSaved(wish.current);
    if (isSending.current) return;
    isSending.current = true;
    let stored = saved;
    try {
      while (stored !== wish.current) {
        const next = wish.current;
        await api(next ? 'PUT /users/me/list/{kind}/{id}' : 'DELETE /users/me/list/{kind}/{id}', {
          params: { ...video },
        });
        stored = next;
      }
    } catch (error) {
      wish.current = stored;
      setSaved(stored);
      toast.error(errorText(error));
    }
    isSending.current = false;
    await invalidateShelves();
  }

  return (
    <Button
      kind="secondary"
      className="self-start"
      aria-pressed={saved}
      disabled={initiallySaved === undefined}
      onClick={toggle}
    >
      <Icon name="bookmark" filled={saved} size={18} />
      {saved ? 'En mi lista' : 'Mi lista'}
      {title && <span className="sr-only">: {title}</span>}
    </Button>
  );
}
