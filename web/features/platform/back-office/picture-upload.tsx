/** The picture of an existing item; a new one is uploaded at once, with progress. */

import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { ContractKey } from '../../../../shared/contract/contract.ts';
import type { Sport } from '../../../../shared/contract/schema.ts';
import type { ErrorText } from '../../../lib/api.ts';
import { type Resource, readAgain } from '../../../lib/query-keys.ts';
import { describeThumbnailError, sendForm } from '../../../lib/send-form.ts';
import { PictureField } from '../../../ui/picture-field.tsx';

interface Props {
  current: string | null;
  kind?: Sport | 'club';
  /** Endpoint that replaces the picture. */
  send: ContractKey;
  id: string;
  /** Name of the file's form field. */
  part: string;
  /** Keys of the queries that show the picture. */
  staleKeys: readonly Resource[];
  /** Text for a lost connection, where it differs from the default. */
  network?: string;
  disabled?: boolean;
}

export function PictureUpload({ current, kind, send, id, part, staleKeys, network, disabled = false }: Props) {
  const queries = useQueryClient();
  const [file, setFile] = useState<File>();
  const [percent, setPercent] = useState<number>();
  const [error, setError] = useState<ErrorText | string>();
  const sending = useRef<AbortController>(undefined);
  useEffect(() => () => sending.current?.abort(), []);

  function replace(chosen: File | undefined) {
    if (!chosen) return;
    sending.current = new AbortController();
    setFile(chosen);
    setError(undefined);
    setPercent(0);
    sendForm(send, { id }, toPictureForm(part, chosen), setPercent, sending.current.signal)
      .then(() => readAgain(queries, staleKeys))
      .catch((failure: unknown) => {
        setFile(undefined);
        setError(describeThumbnailError(failure, network));
      })
      .finally(() => setPercent(undefined));
  }

  return (
    <PictureField
      kind={kind}
      current={current}
      file={file}
      onFile={replace}
      percent={percent}
      onCancel={() => sending.current?.abort()}
      error={error}
      disabled={disabled || percent !== undefined}
    />
  );
}

export function toPictureForm(part: string, file: File): FormData {
  const form = new FormData();
  form.append(part, file);
  return form;
}
