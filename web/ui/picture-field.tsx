/** Chooses a PNG as the picture of an item and shows it at once; anything else is refused here already (B-UI-6). */
import { useEffect, useId, useState } from 'react';
import { Icon } from './icon.tsx';
import { IconButton } from './icon-button.tsx';
import { ProgressBar } from './progress-bar.tsx';
import { Thumbnail } from './thumbnail.tsx';

export const notPng = 'La miniatura debe ser un archivo PNG';

export function PictureField({
  kind,
  current,
  file,
  onFile,
  percent,
  onCancel,
  error,
  disabled = false,
}: {
  kind?: 'match' | 'club';
  current?: string | null;
  file: File | undefined;
  onFile: (file: File | undefined) => void;
  /** While it is on its way. */
  percent?: number;
  onCancel?: () => void;
  error?: string;
  disabled?: boolean;
}) {
  const id = useId();
  const [refused, setRefused] = useState(false);
  const preview = usePreview(file);
  const problem = refused ? notPng : error;

  return (
    <div className="flex flex-col gap-2">
      <span className="text-small font-semibold" id={id}>
        Miniatura
      </span>
      <Thumbnail kind={kind} src={preview ?? current} className="border border-line" />
      {percent !== undefined && (
        <div className="flex items-center gap-2">
          <div className="flex-1">
            <ProgressBar percent={percent} label="Subida de la miniatura" />
          </div>
          {onCancel && <IconButton icon="close" size={32} label="Cancelar la subida" onClick={onCancel} />}
        </div>
      )}
      <label className="inline-flex min-h-11 cursor-pointer items-center justify-center gap-2 rounded-sm border border-line bg-surface px-4 font-semibold transition-colors hover:border-line-strong has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent has-disabled:cursor-not-allowed has-disabled:opacity-50">
        <Icon name="image" size={18} />
        {current || file ? 'Cambiar miniatura' : 'Elegir miniatura'}
        <input
          type="file"
          accept="image/png,.png"
          disabled={disabled}
          aria-labelledby={id}
          aria-invalid={problem ? true : undefined}
          className="sr-only"
          onChange={(event) => {
            const chosen = event.target.files?.[0];
            event.target.value = '';
            if (!chosen) return;
            setRefused(!isPng(chosen));
            if (isPng(chosen)) onFile(chosen);
          }}
        />
      </label>
      <p className="text-note text-muted">
        {kind === 'club' ? 'PNG, mejor con fondo transparente.' : 'PNG, mejor de 1280 × 720.'}
      </p>
      <div role="alert" className="empty:hidden">
        {problem && <p className="text-note font-medium text-danger">{problem}</p>}
      </div>
    </div>
  );
}

const isPng = (file: File) => file.type === 'image/png';

function usePreview(file: File | undefined): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!file) return setUrl(undefined);
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return url;
}
