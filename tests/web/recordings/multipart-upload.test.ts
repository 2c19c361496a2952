/** Sending a file in parts, and its speed. */
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { sendFile } from '../../../web/features/recordings/uploads/multipart-upload.ts';
import { computeSecondsLeft, createSpeedMeter } from '../../../web/features/recordings/uploads/upload-speed.ts';
import { formatTimeLeft } from '../../../web/lib/format.ts';
import { errorAnswer } from '../support/api-answers.ts';
import { answer, calls, callsTo } from '../support/app.tsx';
import { installFakeRequests, requests } from '../support/fake-request.ts';
import { removeCard } from '../support/files.ts';
import { file, ticket, uploadCalls } from './upload-calls.ts';

installFakeRequests();

const send = (received: number[] = [], signal = new AbortController().signal) => {
  const progress: { sent: number; offline: boolean }[] = [];
  const done = sendFile(file(), ticket, received, (step) => progress.push(step), signal);
  return { done, progress };
};
const parts = () => [...requests.received.keys()].sort((a, b) => a - b);

describe('sending a file in parts', () => {
  beforeEach(() => answer(uploadCalls));

  test('[B-VOD-5] sends all parts with progress and completes the upload', async () => {
    const { done, progress } = send();
    await done;
    expect(parts()).toEqual([1, 2, 3, 4, 5]);
    expect([...requests.received.values()].reduce((sum, size) => sum + size)).toBe(45);
    expect(progress.at(-1)).toEqual({ sent: 45, offline: false });
    expect(calls.at(-1)?.key).toBe(`POST /uploads/${ticket.id}/complete`);
    expect(callsTo(`POST /uploads/${ticket.id}/parts`)).toHaveLength(1);
  });

  test('[B-VOD-5] does not resend stored parts', async () => {
    requests.received.set(1, 10).set(3, 10).set(5, 5);
    const { done, progress } = send([1, 3, 5]);
    await done;
    expect(requests.puts).toHaveLength(2);
    expect(progress[0]?.sent).toBe(25);
  });

  test('[B-VOD-5] survives a lost connection and a busy server', async () => {
    vi.useFakeTimers();
    requests.answers = ['lost', 503, 200, 'lost'];
    const { done, progress } = send();
    await vi.advanceTimersByTimeAsync(60_000);
    await done;
    expect(parts()).toEqual([1, 2, 3, 4, 5]);
    expect(progress.some((step) => step.offline)).toBe(true);
  });

  test('[B-VOD-5] ends at once when the file cannot be read any more, and keeps the stored parts', async () => {
    requests.received.set(1, 10);
    requests.answers = ['lost', 'lost', 'lost', 'lost'];
    const done = sendFile(removeCard(file()), ticket, [1], () => undefined, new AbortController().signal);
    await expect(done).rejects.toMatchObject({
      text: { markup: 'El archivo ha cambiado o ya no está: vuelve a elegirlo' },
    });
    expect(parts()).toEqual([1]);
    expect(requests.puts).toHaveLength(4);
  });

  test('re-signs an expired address', async () => {
    vi.useFakeTimers();
    requests.answers = [403];
    const { done } = send();
    await vi.advanceTimersByTimeAsync(60_000);
    await done;
    expect(parts()).toEqual([1, 2, 3, 4, 5]);
    expect(requests.puts.at(-1)).toContain('round=2');
  });

  test('resends parts that the server misses at the end', async () => {
    const complete = uploadCalls[`POST /uploads/${ticket.id}/complete`];
    let first = true;
    answer({
      ...uploadCalls,
      [`POST /uploads/${ticket.id}/complete`]: () => {
        if (first) requests.received.delete(2);
        first = false;
        return (complete as () => object)();
      },
    });
    await send().done;
    expect(parts()).toEqual([1, 2, 3, 4, 5]);
    expect(requests.puts).toHaveLength(6);
  });

  test("fails with the server's text if the server dropped the upload", async () => {
    answer({ [`POST /uploads/${ticket.id}/parts`]: errorAnswer('UPL4040', 'Subida no encontrada') });
    await expect(send().done).rejects.toMatchObject({ text: { markup: 'Subida no encontrada' } });
  });

  test('stops at once on abort', async () => {
    requests.answers = ['never', 'never', 'never', 'never'];
    const controller = new AbortController();
    const { done } = send([], controller.signal);
    const outcome = expect(done).rejects.toThrow('Subida cancelada');
    await vi.waitFor(() => expect(requests.puts).toHaveLength(4), 10_000);
    controller.abort(new DOMException('Subida cancelada', 'AbortError'));
    await outcome;
  });
});

test('[B-VOD-5] shows speed and time left from the last seconds', () => {
  const pace = createSpeedMeter();
  pace.note(0, 0);
  pace.note(500_000, 500);
  expect(pace.speed).toBeUndefined();
  pace.note(4_000_000, 2000);
  expect(pace.speed).toBe(2_000_000);
  pace.note(5_000_000, 20_000);
  expect(pace.speed).toBe(2_000_000);
  pace.note(9_000_000, 24_000);
  expect(pace.speed).toBe(1_000_000);
  // A lost part reduces the total: the measurement restarts.
  pace.note(8_000_000, 25_000);
  pace.note(8_300_000, 28_000);
  expect(pace.speed).toBe(100_000);
  expect(computeSecondsLeft(300_000, pace.speed)).toBe(3);
  expect(computeSecondsLeft(300_000, 0)).toBeUndefined();
  expect([20, 70, 480, 4800, 90_000].map(formatTimeLeft)).toEqual([
    'queda menos de un minuto',
    'queda 1 min',
    'quedan 8 min',
    'quedan 1 h 20 min',
    'queda más de un día',
  ]);
});
