/**
 * The uploads of this browser, which continue while the user changes pages. One that a reload has interrupted is
 * remembered, and resumes when the same file is chosen again. Each belongs to the tab that has its file.
 */
import { useSyncExternalStore } from 'react';
import type { UploadTicket } from '../../../../shared/contract/uploads.ts';
import { ApiError, api, type ErrorText, errorText, isUnreadableFile } from '../../../lib/api.ts';
import { createListeners, onStoredByAnotherTab, readStored, writeStored } from '../../../lib/use-stored.ts';
import { fetchReceivedParts, sendFile, type UploadProgress } from './multipart-upload.ts';
import { disown, isOwned, own, waitUntilFree } from './upload-lock.ts';
import { createSpeedMeter } from './upload-speed.ts';

export type UploadKind = 'vods' | 'ads' | 'content';

export interface Upload {
  id: string;
  ticket: UploadTicket;
  kind: UploadKind;
  itemId: string;
  title: string;
  fileName: string;
  lastModified: number;
  sent: number;
  /** Bytes per second, updated once a second; undefined until measured. */
  speed?: number;
  /**
   * `paused`: the file is still available. `interrupted`: a reload has released it, so the user must choose it again.
   * `elsewhere`: another tab owns the upload.
   */
  state: 'sending' | 'offline' | 'paused' | 'interrupted' | 'elsewhere' | 'failed' | 'done';
  problem?: ErrorText | string;
  /** The page that stored it: browsers report no change to other tabs where the stored value is the same. */
  page?: string;
}

/** Tells this page from others, also from itself before a reload. */
const page = `${Date.now()}-${Math.random()}`;
const storeKey = 'uploads';
const kinds: readonly UploadKind[] = ['vods', 'ads', 'content'];

let uploads: readonly Upload[] = readStoredUploads().map(toElsewhere);
const [notify, subscribe] = createListeners();
const running = new Map<string, AbortController>();
/** Files of unfinished uploads, until the page is closed. */
const files = new Map<string, File>();

export const useUploads = () => useSyncExternalStore(subscribe, () => uploads);

export const getPercent = (upload: Upload) => (upload.sent / upload.ticket.size) * 100;

/** Starts an upload. Resolves when all parts have arrived; rejects if it was cancelled or failed. */
export function startUpload(
  file: File,
  ticket: UploadTicket,
  item: Pick<Upload, 'kind' | 'itemId' | 'title'>,
): Promise<void> {
  const upload: Upload = {
    ...item,
    id: ticket.id,
    ticket,
    fileName: file.name,
    lastModified: file.lastModified,
    sent: 0,
    state: 'sending',
  };
  save([...uploads.filter((other) => other.id !== upload.id), upload]);
  void own(upload.id).then(() => store());
  return run(upload, file, async () => []);
}

/** Stops sending until resumed; stored parts stay. */
export function pauseUpload(id: string): void {
  running.get(id)?.abort(new DOMException('Subida en pausa', 'AbortError'));
  change(id, { state: 'paused', speed: undefined, problem: undefined });
}

/** Resumes a paused or interrupted upload. @throws Error with a text for the user if another file was chosen. */
export async function resumeUpload(id: string, file = files.get(id)): Promise<void> {
  const upload = find(id);
  if (!upload || !file) return;
  if (file.name !== upload.fileName || file.size !== upload.ticket.size) {
    throw new Error(`Ese no es el mismo archivo. Elige «${upload.fileName}» para continuar la subida.`);
  }
  if (!(await own(id))) return leaveToOtherTab(id);
  // A paused run may still be ending; it sends nothing any more.
  if (running.get(id)?.signal.aborted === false) return;
  change(id, { state: 'sending', problem: undefined });
  // The dock shows the failure.
  await run(upload, file, fetchReceivedParts).catch(() => undefined);
}

/** Cancels the upload; the server deletes its item. */
export async function abortUpload(id: string): Promise<void> {
  if (!(await own(id))) return leaveToOtherTab(id);
  running.get(id)?.abort(new DOMException('Subida cancelada', 'AbortError'));
  files.delete(id);
  save(uploads.filter((upload) => upload.id !== id));
  await api('DELETE /uploads/{id}', { params: { id } }).catch((error: unknown) => {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
  });
}

export function dismissUpload(id: string): void {
  save(uploads.filter((upload) => upload.id !== id));
}

async function run(upload: Upload, file: File, findReceived: typeof fetchReceivedParts): Promise<void> {
  const controller = new AbortController();
  const { signal } = controller;
  running.set(upload.id, controller);
  files.set(upload.id, file);
  guardPage();
  const meter = createSpeedMeter();
  // The speed is updated once a second, to avoid flicker.
  const clock = setInterval(() => change(upload.id, { speed: meter.speed }), 1000);
  const onProgress = ({ sent, offline }: UploadProgress) => {
    if (signal.aborted) return;
    meter.note(sent, Date.now());
    change(upload.id, { sent, state: offline ? 'offline' : 'sending' });
  };
  try {
    await sendFile(file, upload.ticket, await findReceived(upload.id, signal), onProgress, signal);
    files.delete(upload.id);
    change(upload.id, { sent: upload.ticket.size, state: 'done' });
  } catch (error) {
    if (!signal.aborted) fail(upload.id, error);
    // Stops the parts that are still being sent.
    controller.abort(error);
    throw error;
  } finally {
    clearInterval(clock);
    if (running.get(upload.id) === controller) running.delete(upload.id);
    guardPage();
  }
}

function fail(id: string, error: unknown): void {
  // The server has dropped the upload, so nothing can be resumed.
  const isDropped = error instanceof ApiError && error.status === 404;
  if (isDropped || isUnreadableFile(error)) files.delete(id);
  const state = isDropped ? 'failed' : files.has(id) ? 'paused' : 'interrupted';
  change(id, { state, speed: undefined, problem: describeUploadError(error) });
}

/** Returns the text for a failure; an error of this module has its own. */
export const describeUploadError = (error: unknown): ErrorText | string =>
  error instanceof Error && !(error instanceof ApiError) && error.message
    ? error.message
    : errorText(error, 'Error al subir el video');

function change(id: string, changes: Partial<Upload>): void {
  save(uploads.map((upload) => (upload.id === id ? { ...upload, ...changes } : upload)));
}

function save(next: readonly Upload[]): void {
  const shape = (list: readonly Upload[]) => list.map(({ id, state }) => `${id} ${state}`).join();
  const isChanged = shape(next) !== shape(uploads);
  const before = uploads;
  uploads = next;
  // Stores changes of the state, not every progress event.
  if (isChanged) store(before);
  notify();
}

/** Stores the uploads that this tab owns beside those of other tabs, and releases those that it no longer has. */
function store(before: readonly Upload[] = uploads): void {
  const mine = [...new Map([...before, ...uploads].map(({ id }) => [id, find(id)]))].filter(([id]) => isOwned(id));
  if (mine.length === 0) return;
  const unfinished = mine.flatMap(([, upload]) => (upload && !isOver(upload) ? [{ ...upload, page }] : []));
  writeStored(storeKey, [...readStoredUploads().filter(({ id }) => !isOwned(id)), ...unfinished]);
  for (const [id, upload] of mine) if (!upload || isOver(upload) || upload.state === 'interrupted') disown(id);
}

const find = (id: string) => uploads.find((upload) => upload.id === id);
const isOver = ({ state }: Upload) => state === 'done' || state === 'failed';

function leaveToOtherTab(id: string): void {
  change(id, { state: 'elsewhere', speed: undefined, problem: undefined });
  void takeBack(id);
}

/** Waits for the tab that owns the upload to end it, or to end itself. */
async function takeBack(id: string): Promise<void> {
  await waitUntilFree(id);
  if (find(id)?.state !== 'elsewhere') return;
  if (readStoredUploads().some((stored) => stored.id === id)) change(id, { state: 'interrupted' });
  else save(uploads.filter((upload) => upload.id !== id));
}

for (const { id } of uploads) void takeBack(id);

onStoredByAnotherTab(storeKey, () => {
  const stored = readStoredUploads();
  const isStored = (id: string) => stored.some((upload) => upload.id === id);
  const remaining = uploads.filter((upload) => files.has(upload.id) || isOver(upload) || isStored(upload.id));
  const added = stored.filter(({ id }) => !find(id)).map(toElsewhere);
  save([...remaining, ...added]);
  for (const { id } of added) void takeBack(id);
  for (const { id, state } of stored)
    if (state !== 'interrupted' && find(id)?.state === 'interrupted' && !isOwned(id)) leaveToOtherTab(id);
});

/** Warns before the page is closed during an upload. */
function guardPage(): void {
  removeEventListener('beforeunload', askBeforeLeaving);
  if (running.size > 0) addEventListener('beforeunload', askBeforeLeaving);
}

function askBeforeLeaving(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

function readStoredUploads(): Upload[] {
  const stored = readStored(storeKey);
  if (!Array.isArray(stored)) return [];
  return stored.filter(isUpload);
}

function toElsewhere(upload: Upload): Upload {
  return { ...upload, state: 'elsewhere', speed: undefined, problem: undefined };
}

function isUpload(value: unknown): value is Upload {
  const { id, ticket, fileName, itemId, kind } = (value ?? {}) as Partial<Upload>;
  const texts = [id, fileName, itemId].every((text) => typeof text === 'string');
  return texts && typeof ticket?.size === 'number' && kind !== undefined && kinds.includes(kind);
}
