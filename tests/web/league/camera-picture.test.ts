/** The camera's picture in the scorer app: requested only while it is open, and never stale. */
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { ScorerApiError, type Send } from '../../../web/features/league/scorer/api-client.ts';
import { showPicture } from '../../../web/features/league/scorer/signal-light.ts';

// jsdom has the dialog element without its behaviour.
beforeAll(() => {
  Object.assign(HTMLDialogElement.prototype, {
    showModal(this: HTMLDialogElement) {
      this.open = true;
    },
    close(this: HTMLDialogElement) {
      this.open = false;
      this.dispatchEvent(new Event('close'));
    },
  });
});
afterEach(() => {
  vi.useRealTimers();
  document.body.replaceChildren();
});

const jpeg = 'data:image/jpeg;base64,AAAA';

test("[D-DESK-4] shows the camera's picture and refreshes it every 30 s until closed", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const asked: string[] = [];
  const answers: (string | null | undefined)[] = [jpeg, undefined, null];
  const send = (async (_: string, path: string) => {
    asked.push(path);
    const picture = answers.shift();
    if (picture === undefined) throw new ScorerApiError(0, 'Sin conexión');
    return { picture };
  }) as Send;
  showPicture('E', send);
  expect(((await screen.findByRole('img')) as HTMLImageElement).src).toBe(jpeg);
  expect(screen.getByText(/De hace medio minuto como mucho/)).toBeDefined();

  // A stale picture would hide that the camera has fallen over.
  await vi.advanceTimersByTimeAsync(30_000);
  await waitFor(() => expect(screen.getByText(/No se ha podido cargar/)).toBeDefined());
  expect(screen.queryByRole('img')).toBeNull();
  await vi.advanceTimersByTimeAsync(30_000);
  await waitFor(() => expect(screen.getByText('La cámara todavía no muestra nada.')).toBeDefined());

  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
  await user.click(screen.getByRole('button', { name: 'Volver a la mesa' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  await vi.advanceTimersByTimeAsync(120_000);
  expect(asked).toEqual(Array(3).fill('/sportevents/E/desk/picture'));
});
