/** The share picture: sent to another app on phones, downloaded elsewhere, hidden together with the results. */
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SharePicture } from '../../../web/features/viewing/playback/share-dialog.tsx';
import { hideResults } from '../../../web/lib/results-visibility.ts';
import { toast } from '../../../web/ui/toaster.tsx';

const asked: string[] = [];
const saved = vi.fn();
let status = 200;

beforeEach(() => {
  asked.length = 0;
  status = 200;
  history.replaceState(null, '', '/evento/01JZ0000000000000000000000');
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address);
    return new Response(new Blob(['jpeg']), { status });
  });
  URL.createObjectURL = () => 'blob:here/picture';
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved(this.download);
  });
});
afterEach(() => {
  cleanup();
  hideResults(false);
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  saved.mockReset();
});

function onPhone(share: (data: ShareData) => Promise<void>) {
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  vi.stubGlobal('navigator', { canShare: ({ files }: ShareData) => files?.length === 1, share });
}

const picture = () => document.querySelector('img');

test('[E-SHARE-2] the share picture is a file named by the title, with a preview', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  render(<SharePicture title="Sauce: Norte / ida" />);
  const address = '/api/share/evento_01JZ0000000000000000000000/actual-vertical.jpg';
  expect(picture()?.getAttribute('src')).toBe(address);
  fireEvent.click(screen.getByRole('button', { name: 'Descargar imagen' }));
  await waitFor(() => expect(saved).toHaveBeenCalledWith('Sauce Norte ida.jpg'));
  expect(asked).toEqual([address]);
});

test('[E-SHARE-2] the share picture goes to another app on a phone; closing the sheet is no error, and a rejected share downloads it', async () => {
  const share = vi.fn<(data: ShareData) => Promise<void>>();
  share.mockResolvedValueOnce();
  onPhone(share);
  render(<SharePicture title="Final" />);
  const press = async (times: number) => {
    const button = screen.getByRole('button', { name: 'Enviar imagen' });
    fireEvent.click(button);
    await waitFor(() => expect(share).toHaveBeenCalledTimes(times));
    await waitFor(() => expect(button.hasAttribute('disabled')).toBe(false));
  };
  await press(1);
  const [file] = share.mock.calls[0]?.[0].files ?? [];
  expect([file?.name, file?.type]).toEqual(['Final.jpg', 'image/jpeg']);
  share.mockRejectedValueOnce(new DOMException('', 'AbortError'));
  await press(2);
  expect(saved).not.toHaveBeenCalled();
  share.mockRejectedValueOnce(new DOMException('', 'NotAllowedError'));
  await press(3);
  expect(saved).toHaveBeenCalledWith('Final.jpg');
});

test('[E-SHARE-2] [D-MATCH-3] the share picture has no preview while results are hidden, but can be sent', () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  hideResults(true);
  render(<SharePicture title="Final" />);
  expect(picture()).toBeNull();
  expect(screen.getByRole('button', { name: 'Descargar imagen' })).toBeTruthy();
});

test('[E-SHARE-2] the share picture is not offered if missing, and a failure is reported', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  const said = vi.spyOn(toast, 'error');
  status = 503;
  render(<SharePicture title="Final" />);
  fireEvent.click(screen.getByRole('button', { name: 'Descargar imagen' }));
  await waitFor(() => expect(said).toHaveBeenCalledWith('No se ha podido preparar la imagen. Vuelve a intentarlo.'));
  expect(saved).not.toHaveBeenCalled();
  fireEvent.error(picture() as HTMLImageElement);
  expect(screen.queryByText('Imagen para redes')).toBeNull();
});
