/**
 * Schema of the job settings that the product sends. All others are rejected with their path, so that a job that runs
 * here behaves the same on AWS.
 */
import * as z from 'zod';
import { FileInput, GeneratedInput, isFile } from './input-settings.ts';
import {
  FileGroup,
  type H264Settings,
  HlsGroup,
  type HlsOutput,
  isHls,
  type VideoPreprocessors,
} from './output-settings.ts';
import { positive } from './setting-values.ts';

export const JobSettings = z
  .strictObject({
    /** One-based number of the input whose size and frame rate apply. */
    followSource: positive.max(150).default(1),
    timecodeConfig: z.strictObject({ source: z.literal('ZEROBASED') }).optional(),
    inputs: z
      .array(z.union([FileInput, GeneratedInput]))
      .min(1)
      .max(150),
    outputGroups: z
      .array(z.union([HlsGroup, FileGroup]))
      .min(1)
      .max(6),
  })
  .refine(({ followSource, inputs }) => {
    const followed = inputs[followSource - 1];
    return followed !== undefined && isFile(followed);
  }, 'followSource: there is no such file among the inputs')
  .refine(
    ({ outputGroups }) => new Set(listPreprocessors(outputGroups).map((one) => JSON.stringify(one))).size === 1,
    'videoPreprocessors: all outputs must ask for the same conversions here',
  )
  .refine(
    ({ outputGroups }) => new Set(listFrameRates(outputGroups.filter((group) => !isHls(group)))).size <= 1,
    'framerateControl: all files of a job must have the same rate here',
  );

/** Lists the rates of the outputs that are films, as fractions; empty for a film that follows the source. */
function listFrameRates(groups: readonly (HlsGroup | FileGroup)[]): string[] {
  const outputs = groups.flatMap((group) => group.outputs as (HlsOutput | FileGroup['outputs'][number])[]);
  return outputs.flatMap(({ videoDescription: { codecSettings } }) =>
    'h264Settings' in codecSettings ? readFrameRate(codecSettings.h264Settings) : [],
  );
}

/** Returns the rate of an output as a fraction; empty if it follows the source. */
export const readFrameRate = ({ framerateControl, framerateNumerator, framerateDenominator }: H264Settings) =>
  framerateControl === 'SPECIFIED' ? `${framerateNumerator}/${framerateDenominator}` : '';

/**
 * Returns the rate at which the job reads its source: that of its first film, which is the largest. Undefined if it
 * follows the source.
 */
export const readJobRate = ({ outputGroups }: JobSettings) => listFrameRates(outputGroups)[0] || undefined;

function listPreprocessors(groups: readonly (HlsGroup | FileGroup)[]) {
  const outputs = groups.flatMap((group) => group.outputs as { videoDescription: VideoDescription }[]);
  return outputs.map(({ videoDescription: { videoPreprocessors: { colorCorrector, deinterlacer } = {} } }) => ({
    colorCorrector,
    deinterlacer,
  }));
}

type VideoDescription = { videoPreprocessors?: z.infer<typeof VideoPreprocessors> | undefined };

/** Reads the first output's preprocessors, because all outputs must ask for the same. */
export const readPreprocessors = ({ outputGroups }: JobSettings): Preprocessors =>
  listPreprocessors(outputGroups)[0] ?? {};
export type Preprocessors = z.infer<typeof VideoPreprocessors>;

export type JobSettings = z.infer<typeof JobSettings>;
