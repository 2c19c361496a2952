/** Posts a form with files, and reports the upload's progress, which fetch cannot. Throws an ApiError like `api`. */
import type { ContractKey } from '../../shared/contract/contract.ts';
import {
  ApiError,
  client,
  type ErrorText,
  errorText,
  findFileError,
  isUnreadableFile,
  requestIdHeader,
  toApiAddress,
} from './api.ts';

export function sendForm(
  key: ContractKey,
  params: Record<string, string>,
  form: FormData,
  onPercent: (percent: number) => void,
  signal?: AbortSignal,
): Promise<void> {
  const [method = 'POST', template = '/'] = key.split(' ');
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, toApiAddress(template, params));
    request.setRequestHeader('accept', 'application/json');
    if (client.token) request.setRequestHeader('authorization', `Bearer ${client.token}`);
    request.responseType = 'json';
    request.upload.onprogress = (event) => event.lengthComputable && onPercent((event.loaded / event.total) * 100);
    request.onload = () => {
      if (request.status >= 200 && request.status < 300) return resolve();
      const { code = '', message = '' } = (request.response ?? {}) as { code?: string; message?: string };
      reject(new ApiError(request.status, code, message, request.getResponseHeader(requestIdHeader)));
    };
    request.onerror = async () => reject((await findFileError(form.values())) ?? new ApiError(0, 'NETWORK', ''));
    request.onabort = () => reject(new ApiError(0, 'ABORTED', ''));
    signal?.addEventListener('abort', () => request.abort());
    request.send(form);
  });
}

/** Returns the message for a failed upload of a picture. */
export function describeThumbnailError(
  error: unknown,
  network = 'Error de red al subir la miniatura',
): ErrorText | string {
  if (!(error instanceof ApiError)) return 'Error al subir la miniatura';
  if (error.code === 'ABORTED') return 'Subida cancelada';
  if (error.status === 0 && !isUnreadableFile(error)) return network;
  return errorText(error, 'Error al subir la miniatura');
}
