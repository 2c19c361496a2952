/** Chooses a PNG and shows it; other files are rejected before the upload. */
import { useEffect, useId, useState } from 'react';
import { errors } from '../../shared/contract/errors.ts';
import type { Sport } from '../../shared/contract/schema.ts';
import { formFileBytes } from '../../shared/domain/limits.ts';
import { findPngError } from '../../shared/domain/png-file.ts';
import type { ErrorText } from '../lib/api.ts';
import { capitalise } from '../lib/format.ts';
import { FailureText } from './failure-text.tsx';
import { Icon } from './icon.tsx';
import { IconButton } from './icon-button.tsx';
import { ProgressBar } from './progress-bar.tsx';
import { Thumbnail } from './thumbnail.tsx';

interface Props {
  kind?: Sport | 'club';
  current?: string | null;
  file: File | undefined;
  onFile: (file: File | undefined) => void;
  /** Percentage of the upload, while it runs. */
  percent?: number;
  onCancel?: () => void;
  error?: ErrorText | string | undefined;
  disabled?: boolean;
}

export function PictureField({ kind, current, file, onFile, percent, onCancel, error, disabled = false }: Props) {
  const id = useId();
  const [refused, setRefused] = useState<string>();
  const preview = usePreview(file);
  const problem = refused ?? error;
  const name = kind === 'club' ? 'escudo' : 'miniatura';

  async function choose(chosen: File | undefined) {
    if (!chosen) return;
    const problem = await validatePicture(chosen);
    setRefused(problem);
    if (!problem) onFile(chosen);
  }

  return (
    <div className="flex flex-col gap-2">
      <span className="text-small font-semibold" id={id}>
        {capitalise(name)}
      </span>
      <Thumbnail kind={kind} src={preview ?? current} className="border border-line" />
      {percent !== undefined && (
        <div className="flex items-center gap-2">
          <div className="flex-1">
            <ProgressBar percent={percent} label={kind === 'club' ? 'Subida del escudo' : 'Subida de la miniatura'} />
          </div>
          {onCancel && <IconButton icon="close" size={32} label="Cancelar la subida" onClick={onCancel} />}
        </div>
      )}
      <label className="inline-flex min-h-11 cursor-pointer items-center justify-center gap-2 rounded-sm border border-line bg-surface px-4 font-semibold transition-colors hover:border-line-strong has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent has-disabled:cursor-not-allowed has-disabled:opacity-50">
        <Icon name="image" size={18} />
        {current || file ? `Cambiar ${name}` : `Elegir ${name}`}
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
            choose(chosen);
          }}
        />
      </label>
      <p className="text-note text-muted">
        {kind === 'club'
          ? 'PNG de hasta 4 MB, mejor con fondo transparente.'
          : 'PNG de hasta 4 MB, mejor de 1280 × 720.'}
      </p>
      <div role="alert" className="empty:hidden">
        {problem && (
          <p className="text-note font-medium text-danger">
            <FailureText text={problem} />
          </p>
        )}
      </div>
    </div>
  );
}

/** Returns the reason why a file cannot be used as a picture; checks its content too. */
async function validatePicture(file: File): Promise<string | undefined> {
  if (file.type !== 'image/png') return errors.IMG4000.message;
  if (file.size > formFileBytes) return 'La miniatura no puede pesar más de 4 MB';
  const bytes = await file.arrayBuffer().catch(() => undefined);
  // The server checks a file that the browser cannot read.
  const refusal = bytes && findPngError(new Uint8Array(bytes));
  return refusal && errors[refusal].message;
}

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
