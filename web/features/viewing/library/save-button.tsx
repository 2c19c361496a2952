/** Saves a video to 'Mi lista' or removes it; disabled until its state is known. */
import { useState } from 'react';
import type { ShelfVideo } from '../../../../shared/contract/library.ts';
import { api, errorText } from '../../../lib/api.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { toast } from '../../../ui/toaster.tsx';
import { useInvalidateShelves } from './queries.ts';

export function SaveButton({
  video,
  saved: initiallySaved,
  title,
}: {
  video: ShelfVideo;
  saved: boolean | undefined;
  /** The video's title for screen readers, where the button stands apart from it. */
  title?: string;
}) {
  const [saved, setSaved] = useState(initiallySaved ?? false);
  const [busy, setBusy] = useState(false);
  const invalidateShelves = useInvalidateShelves();

  async function toggle() {
    if (busy) return;
    const options = { params: { ...video } };
    setBusy(true);
    setSaved(!saved);
    try {
      await (saved
        ? api('DELETE /users/me/list/{kind}/{id}', options)
        : api('PUT /users/me/list/{kind}/{id}', options));
      await invalidateShelves();
    } catch (error) {
      setSaved(saved);
      toast.error(errorText(error));
    }
    setBusy(false);
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
