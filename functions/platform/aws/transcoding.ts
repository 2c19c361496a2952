/** MediaConvert: probe a source, start a job, read its state. */
import {
  BadRequestException,
  CancelJobCommand,
  ConflictException,
  CreateJobCommand,
  GetJobCommand,
  type JobSettings,
  MediaConvertClient,
  NotFoundException,
  ProbeCommand,
  type Track,
  type VideoProperties,
} from '@aws-sdk/client-mediaconvert';
import { environment } from './environment.ts';
import { ignore, makeOnce, withRetries } from './retries.ts';
import { createJobMark, createStageTags } from './stage-marks.ts';

const mediaConvert = /* @__PURE__ */ makeOnce(() => new MediaConvertClient(withRetries()));

export interface ProbedSource {
  /** Seconds; 0 if the container does not say. */
  duration: number;
  /** As displayed: a phone held upright records a landscape picture with a rotation. */
  video?: ProbedVideo;
  hasAudio: boolean;
  /** Numbers of the audio tracks to use, from 1; undefined for the first one alone. */
  audioTracks?: number[];
}

export interface ProbedVideo {
  width: number;
  height: number;
  framesPerSecond?: number;
  /** HDR or BT.2020, which phones film by default: it needs conversion, or looks pale on BT.709 screens. */
  hasWideColour?: true;
  /** `unmarked`: some frames are interlaced without a mark, as in DV and other recordings of television size. */
  scan?: 'interlaced' | 'unmarked';
}

/** Probes a file; undefined if the service cannot read it. */
export async function probeSource(url: string): Promise<ProbedSource | undefined> {
  try {
    const { ProbeResults } = await mediaConvert().send(new ProbeCommand({ InputFiles: [{ FileUrl: url }] }));
    const container = ProbeResults?.[0]?.Container;
    // The service returns an empty container for unknown formats.
    if (!container?.Format) return undefined;
    const tracks = container.Tracks ?? [];
    const video = tracks.find(({ TrackType }) => TrackType === 'video');
    return {
      duration: container.Duration ?? Math.max(0, ...tracks.map(({ Duration }) => Duration ?? 0)),
      video: video?.VideoProperties && describeVideo(video.VideoProperties, video.Codec),
      ...describeSound(tracks.filter(({ TrackType }) => TrackType === 'audio')),
    };
  } catch (error) {
    if (error instanceof BadRequestException || error instanceof NotFoundException || isUnprocessable(error)) {
      return undefined;
    }
    throw error;
  }
}

/**
 * Phones put a track of a new format before the widely supported one; cameras write each microphone as a separate
 * track, and the first may be silent.
 */
function describeSound(tracks: readonly Track[]): Pick<ProbedSource, 'hasAudio' | 'audioTracks'> {
  const playable = tracks.flatMap((track, index) => (track.Codec === 'UNKNOWN' ? [] : { ...track, number: index + 1 }));
  const isSplit = playable.length > 1 && playable.every(({ AudioProperties }) => AudioProperties?.Channels === 1);
  const numbers = playable.slice(0, isSplit ? maxTracks : 1).map(({ number }) => number);
  const isFirstAlone = numbers.length === 1 && numbers[0] === 1;
  return { hasAudio: numbers.length > 0, ...(numbers.length > 0 && !isFirstAlone && { audioTracks: numbers }) };
}

const maxTracks = 8;

function describeVideo(properties: VideoProperties, codec: string | undefined): ProbedVideo | undefined {
  const { Width: width, Height: height, Rotation: rotation = 0, FrameRate: rate } = properties;
  if (!width || !height) return undefined;
  const scan = readScan(properties, codec);
  const framesPerSecond = rate?.Numerator && rate.Denominator ? rate.Numerator / rate.Denominator : undefined;
  const size = rotation % 180 === 0 ? { width, height } : { width: height, height: width };
  return {
    ...size,
    ...(framesPerSecond && { framesPerSecond }),
    ...(hasWideColour(properties) && { hasWideColour: true }),
    ...(scan && { scan }),
  };
}

function readScan({ Width: width = 0, Height: height = 0, CodecMetadata }: VideoProperties, codec: string | undefined) {
  if (CodecMetadata?.FieldOrder || /interlaced/i.test(CodecMetadata?.ScanType ?? '')) return 'interlaced';
  const isStandardDefinition = [480, 486, 576].includes(height) && width >= 640 && width <= 768;
  const isUnmarkedHd = codec === 'MPEG2' && height === 1080 && !CodecMetadata?.ScanType;
  return codec === 'DV' || isStandardDefinition || isUnmarkedHd ? 'unmarked' : undefined;
}

/** The container's colours, or those of the coded pictures. */
function hasWideColour({ CodecMetadata, ...properties }: VideoProperties): boolean {
  return [properties, CodecMetadata ?? {}].some(
    ({ ColorPrimaries: primaries, TransferCharacteristics: transfer = '' }) =>
      primaries === 'ITU_2020' || ['ARIB_B67', 'SMPTE_2084'].includes(transfer),
  );
}

/**
 * Starts a job and returns its id. `token` makes a repeated call return the first job, but only for a minute: callers
 * need their own guard.
 */
export async function startJob(
  settings: JobSettings,
  token: string,
  metadata: Record<string, string>,
  { isUrgent = false } = {},
): Promise<string> {
  const { Job } = await mediaConvert().send(
    new CreateJobCommand({
      Role: environment('MEDIACONVERT_ROLE_ARN'),
      ClientRequestToken: token,
      UserMetadata: { ...metadata, ...createJobMark(environment('STAGE')) },
      Tags: createStageTags(),
      // From -50 to 50; the queue takes the highest first.
      Priority: isUrgent ? 10 : 0,
      StatusUpdateInterval: 'SECONDS_10',
      Settings: settings,
    }),
  );
  if (!Job?.Id) throw new Error('MediaConvert returned no job id');
  return Job.Id;
}

export interface JobState {
  id: string;
  status: 'SUBMITTED' | 'PROGRESSING' | 'COMPLETE' | 'CANCELED' | 'ERROR';
  percent: number;
  /** Seconds of encoded video. */
  duration: number;
  errorCode: number | undefined;
  errorMessage: string | undefined;
  metadata: Record<string, string>;
}

/** Reads the job; undefined if the service does not know it. */
export async function readJob(id: string): Promise<JobState | undefined> {
  const answer = await mediaConvert()
    .send(new GetJobCommand({ Id: id }))
    .catch(ignore(NotFoundException, BadRequestException));
  const { Job } = answer ?? {};
  if (!Job?.Status) return undefined;
  const outputs = (Job.OutputGroupDetails ?? []).flatMap(({ OutputDetails }) => OutputDetails ?? []);
  return {
    id,
    status: Job.Status,
    percent: Job.JobPercentComplete ?? 0,
    duration: Math.max(0, ...outputs.map(({ DurationInMs }) => (DurationInMs ?? 0) / 1000)),
    errorCode: Job.ErrorCode,
    errorMessage: Job.ErrorMessage,
    metadata: Job.UserMetadata ?? {},
  };
}

/** Cancels a job, so that it does not delay others; ignores finished jobs. */
export async function cancelJob(id: string): Promise<void> {
  await mediaConvert()
    .send(new CancelJobCommand({ Id: id }))
    .catch(ignore(NotFoundException, ConflictException, BadRequestException));
}

/** An exception missing from older SDK models. */
const isUnprocessable = (error: unknown) => error instanceof Error && error.name === 'UnprocessableEntityException';
