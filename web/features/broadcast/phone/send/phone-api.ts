/** The calls of the phone's page, typed by the contract. Each answer carries the server's time, which sets the clock. */
import type { EndpointData } from '../../../../../shared/contract/endpoint.ts';
import type { phoneEndpoints } from '../../../../../shared/contract/phone.ts';
import type { Send } from '../../../league/scorer/api-client.ts';
import { readSteadyClock, type ServerClock } from '../capture/clocks.ts';
import type { KeptSegment, SegmentKey } from '../keep/segment-index.ts';

type Data<Key extends keyof typeof phoneEndpoints> = EndpointData<(typeof phoneEndpoints)[Key]>;

export type PhoneMatch = Data<'GET /sportevents/{id}/phone'>;
export type Publisher = Data<'POST /sportevents/{id}/phone/publishers'>;
export type Upload = Data<'POST /sportevents/{id}/phone/uploads'>['uploads'][number];
export type Probe = Data<'POST /sportevents/{id}/phone/probe'>;
type Reported = Data<'POST /sportevents/{id}/phone/segments'>;
export type SegmentResult = Reported['segments'][number] & Pick<Reported, 'isShown'>;

export class PhoneApi {
  readonly #event: string;
  readonly #path: string;
  readonly #send: Send;
  readonly #clock: ServerClock;

  constructor(eventId: string, send: Send, clock: ServerClock) {
    this.#event = `/sportevents/${eventId}`;
    this.#path = `${this.#event}/phone`;
    this.#send = send;
    this.#clock = clock;
  }

  /** The server identifies the phone by `device`, to say whether viewers see it. */
  readMatch = (device: string): Promise<PhoneMatch> => this.#call('GET', `?device=${encodeURIComponent(device)}`);

  openProbe = (): Promise<Probe> => this.#call('POST', '/probe');

  register = (device: string): Promise<Publisher> => this.#call('POST', '/publishers', { device });

  async requestUpload({ publisher, number, rendition }: SegmentKey, bytes: number): Promise<Upload> {
    const { uploads } = await this.#call<Data<'POST /sportevents/{id}/phone/uploads'>>('POST', '/uploads', {
      publisher,
      segments: [{ number, rendition, bytes }],
    });
    return uploads[0] as Upload;
  }

  /** An unknown ETag is reported as an empty one. `picture`: a JPEG in base64. */
  async report(
    { publisher, number, rendition, etag, startMs, durationMs }: KeptSegment,
    picture?: string,
  ): Promise<SegmentResult> {
    const { segments, isShown } = await this.#call<Reported>('POST', '/segments', {
      publisher,
      segments: [{ number, rendition, etag: etag ?? '', startMs, durationMs }],
      ...(picture && { picture }),
    });
    return { ...(segments[0] as Reported['segments'][number]), isShown };
  }

  /** Shows viewers this phone instead of another feed of the match; for staff. */
  async show(publisher: string): Promise<void> {
    await this.#send('POST', `${this.#event}/feed`, { source: publisher });
  }

  end = (publisher: string): Promise<Data<'POST /sportevents/{id}/phone/end'>> =>
    this.#call('POST', '/end', { publisher });

  async #call<Answer extends { now: number }>(method: 'GET' | 'POST', path = '', body?: object): Promise<Answer> {
    const sentAt = readSteadyClock();
    const answer = await this.#send<Answer>(method, this.#path + path, body);
    this.#clock.add({ sentAt, receivedAt: readSteadyClock(), serverNow: answer.now });
    return answer;
  }
}
