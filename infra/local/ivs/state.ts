/** Stored state of the IVS emulator: channels, keys and past sessions in one JSON file, written atomically. */
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { account, region } from '../wire/service-event.ts';

export interface Channel {
  arn: string;
  name: string;
  latencyMode: 'LOW';
  type: 'STANDARD' | 'BASIC' | 'ADVANCED_SD' | 'ADVANCED_HD';
  /** Empty if the channel is not recorded. */
  recordingConfigurationArn: string;
  authorized: boolean;
  insecureIngest: boolean;
  tags: Record<string, string>;
}

export interface StreamKey {
  arn: string;
  value: string;
  channelArn: string;
  tags: Record<string, string>;
}

export interface RecordingConfiguration {
  arn: string;
  destinationConfiguration: { s3: { bucketName: string } };
  state: 'ACTIVE';
  recordingReconnectWindowSeconds: number;
  thumbnailConfiguration: { recordingMode: 'INTERVAL'; targetIntervalSeconds: number; storage: ['LATEST'] };
}

export interface PlaybackKeyPair {
  arn: string;
  name: string;
  fingerprint: string;
  publicKeyMaterial: string;
}

/** A stream session as GetStreamSession returns it; times in ISO 8601. */
export interface StreamSession {
  streamId: string;
  channelArn: string;
  startTime: string;
  endTime?: string;
  channel: Channel;
  ingestConfiguration?: { video: { encoder: string | undefined; videoWidth: number; videoHeight: number } };
  recordingConfiguration?: RecordingConfiguration;
  /** Newest first. */
  truncatedEvents: { name: string; type: string; eventTime: string }[];
}

interface Data {
  channels: Record<string, Channel>;
  streamKeys: Record<string, StreamKey>;
  recordingConfigurations: Record<string, RecordingConfiguration>;
  playbackKeyPairs: Record<string, PlaybackKeyPair>;
  /** Newest first. */
  sessions: StreamSession[];
  /** Revoked viewer sessions: of each viewer, all versions up to `upTo`. */
  revocations: { channelArn: string; viewerId: string; upTo: number; at: number }[];
}

export class IvsState {
  readonly data: Data;
  readonly #path: string;

  constructor(folder: string) {
    mkdirSync(folder, { recursive: true });
    this.#path = join(folder, 'state.json');
    const empty: Data = {
      channels: {},
      streamKeys: {},
      recordingConfigurations: {},
      playbackKeyPairs: {},
      sessions: [],
      revocations: [],
    };
    this.data = existsSync(this.#path) ? { ...empty, ...JSON.parse(readFileSync(this.#path, 'utf8')) } : empty;
  }

  save() {
    this.data.sessions = this.data.sessions.slice(0, 500);
    // A token with a viewer id expires within ten minutes, so older revocations are obsolete.
    this.data.revocations = this.data.revocations.filter(({ at }) => at > Date.now() - 15 * 60_000);
    writeFileSync(`${this.#path}.new`, JSON.stringify(this.data, null, 1), { mode: 0o600 });
    renameSync(`${this.#path}.new`, this.#path);
  }
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Returns random letters and digits. Rejects bytes from 248 (a multiple of 62) on, which would favour some of them. */
export function randomId(length: number): string {
  let id = '';
  while (id.length < length)
    for (const byte of randomBytes(2 * length)) if (byte < 248 && id.length < length) id += alphabet[byte % 62];
  return id;
}

export const createArn = (kind: 'channel' | 'stream-key' | 'recording-configuration' | 'playback-key') =>
  `arn:aws:ivs:${region}:${account}:${kind}/${randomId(12)}`;

export const readArnId = (arn: string) => arn.slice(arn.lastIndexOf('/') + 1);
