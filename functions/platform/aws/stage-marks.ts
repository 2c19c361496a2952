/**
 * Marks of this stage's resources in MediaConvert and IVS, which all stages of an account share. Event rules and roles
 * (infra/constructs/grant-statements.ts) tell stages apart by them.
 */
import { environment } from './environment.ts';

/** Tags of jobs and channels, like those of the stacks' resources. */
export const createStageTags = () => ({ product: 'cantera', stage: environment('STAGE') });

/** Prefix of channel names, which IVS's events contain. */
export const toChannelPrefix = (stage: string) => `cantera-${stage}-`;

/** Job metadata, which MediaConvert's events contain. */
export const createJobMark = (stage: string) => ({ stage });

export const isJobOfStage = (metadata: Record<string, string> = {}) => metadata.stage === environment('STAGE');
